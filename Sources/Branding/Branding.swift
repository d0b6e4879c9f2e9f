// Branding: how a service looks to its users, as data.
//
// Owns: the name, colours, font and shapes of a brand, the rules for them, and the palettes that follow from its one
// accent with the contrast of WCAG 2.2 held. Must not: read files, or know pages and mails; whoever draws one asks for
// values. Standard library only.
