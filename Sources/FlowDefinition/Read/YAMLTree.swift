import Yams

/// Reads YAML at a bounded cost, in the part of it that the language uses: no aliases, no tags, no
/// merge keys, one document a file, each key once.
package enum YAMLTree {
  package struct Limits: Sendable {
    package var bytes: Int
    package var levels: Int
    package var nodes: Int

    package init(bytes: Int = 4 << 20, levels: Int = 64, nodes: Int = 100_000) {
      self.bytes = bytes
      self.levels = levels
      self.nodes = nodes
    }
  }

  /// The root of the only document in `bytes`, if that much could be read.
  ///
  /// - Parameter file: the path that positions carry.
  package static func read(
    bytes: [UInt8], file: String, limits: Limits = Limits()
  ) -> (root: YAMLNode?, diagnostics: [Diagnostic]) {
    do {
      let source = try SourceText(bytes: bytes, file: file, most: limits.bytes)
      return LargeStack.run { build(source, file: file, limits: limits) }
    } catch {
      return (nil, [error.diagnostic])
    }
  }

  private static func build(
    _ source: SourceText, file: String, limits: Limits
  ) -> (root: YAMLNode?, diagnostics: [Diagnostic]) {
    do throws(YAMLRefusal) {
      let (root, masks) = try compose(source, file: file)
      var builder = YAMLTreeBuilder(source: source, masks: masks, file: file, limits: limits)
      let tree = try builder.node(root, level: 1)
      if tree.isNull { throw emptyDocument(file) }
      return (tree, builder.diagnostics)
    } catch {
      return (nil, [error.diagnostic])
    }
  }

  private static func emptyDocument(_ file: String) -> YAMLRefusal {
    YAMLRefusal(
      .emptyDocument, at: Position(file: file, line: 1, column: 1), "The file is empty",
      "Write at least one key with its value")
  }

  /// Yams' tree. Of a key that stands twice Yams tells only where the first one is, and gives up:
  /// that one is masked, and Yams asked again, until the tree is whole and the builder can point at
  /// the second.
  private static func compose(
    _ source: SourceText, file: String
  ) throws(YAMLRefusal) -> (root: Node, masks: [KeyMask]) {
    var text = source.guarded
    var masks: [KeyMask] = []
    // Each further question costs a whole reading: many for a document by hand, one for a huge one.
    let mostQuestions = min(100, 1 + (1 << 20) / (text.count + 1))
    while true {
      do {
        // Without rules for tags nothing is resolved, so that keys compare as texts.
        let parser = try Yams.Parser(yaml: String(text), resolver: .basic, encoding: .utf8)
        if let root = try parser.singleRoot() { return (root, masks) }
        throw emptyDocument(file)
      } catch YamlError.duplicatedKeysInMapping(let keys, let context) {
        let position = Position(
          file: file, line: context.mark.line, column: context.mark.column)
        guard masks.count < mostQuestions,
          let mask = KeyMask(of: keys.first ?? "", at: position, in: &text, number: masks.count)
        else {
          throw YAMLRefusal(
            .duplicateKey, at: position,
            "The key \(quoted(SourceText.restored(keys.first ?? ""))) appears twice here",
            "Remove one of the two")
        }
        masks.append(mask)
      } catch let refusal as YAMLRefusal {
        throw refusal
      } catch {
        throw YAMLWording.refusal(for: error, text: text, file: file)
      }
    }
  }
}

/// A key whose first letter was replaced, so that Yams takes it for another key than its double.
struct KeyMask {
  let key: String
  let position: Position

  /// Nil if the key has no letter to replace.
  init?(
    of key: String, at position: Position, in text: inout String.UnicodeScalarView, number: Int
  ) {
    guard !key.isEmpty, let mask = Unicode.Scalar(UInt32(0x10F000 + number)) else { return nil }
    var counter = LineCounter(file: position.file)
    var index = text.startIndex
    while index < text.endIndex, counter.position < position {
      counter.advance(over: text[index])
      text.formIndex(after: &index)
    }
    if index < text.endIndex, text[index] == "\"" || text[index] == "'" {
      text.formIndex(after: &index)
    }
    guard index < text.endIndex, text[index] == key.unicodeScalars.first else { return nil }
    text.replaceSubrange(index..<text.index(after: index), with: CollectionOfOne(mask))
    self.key = key
    self.position = position
  }
}
