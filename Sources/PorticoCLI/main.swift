import PorticoCommands

await Portico.main()
