import Portico
import Testing

@Suite("Screens as a platform's navigation has them")
struct ScreenPathTests {
  private func screen(_ name: String, back: Bool = false, title: String = "") -> Screen {
    Screen(
      view: name, title: title, hasBack: back,
      elements: [Element(id: 1, name: "next", kind: .button(.primary))])
  }

  private let loading = Screen(view: "loading", elements: [Element(id: 2, kind: .progress(.bar))])

  private func path(_ screens: Screen...) -> ScreenPath {
    var path = ScreenPath()
    for screen in screens { path.show(screen) }
    return path
  }

  @Test("A screen with a way back is pushed over the one before it")
  func push() {
    let path = path(screen("a"), screen("b", back: true), screen("c", back: true))
    #expect(path.root?.name == "a")
    #expect(path.names == ["b", "c"])
    #expect(path.generation == 1)
  }

  @Test("A screen that is in the path is gone back to, and drawn as it is now")
  func goesBack() {
    var path = path(screen("a"), screen("b", back: true), screen("c", back: true))
    path.show(screen("b", back: true, title: "New"))
    #expect(path.names == ["b"])
    #expect(path["b"]?.title == "New")
    path.show(screen("a"))
    #expect(path.names == [])
    #expect(path.generation == 1)
  }

  @Test("A screen without a way back begins another path")
  func begins() {
    let path = path(screen("a"), screen("b", back: true), screen("home"))
    #expect(path.root?.name == "home")
    #expect(path.names == [])
    #expect(path.generation == 2)
  }

  @Test("Nobody goes back to a screen that was only loading")
  func passesLoading() {
    #expect(path(screen("a"), loading, screen("b", back: true)).names == ["b"])
    #expect(path(screen("a"), loading).names == ["loading"])
    #expect(path(screen("a"), loading, screen("a")).names == [])
    let first = path(loading, screen("b", back: true))
    #expect(first.root?.name == "b")
    #expect(first.names == [])
  }

  @Test("Behind a view of the app's own, another path begins")
  func clears() {
    var path = path(screen("a"), screen("b", back: true))
    path.clear()
    #expect(path.top == nil)
    path.show(screen("c", back: true))
    #expect(path.root?.name == "c")
    #expect(path.names == [])
    #expect(path.generation == 2)
  }

  @Test("A gesture goes back at once, by as many steps as it names, and the flow follows")
  func pops() {
    var path = path(screen("a"), screen("b", back: true), screen("c", back: true))
    #expect(path.pop(to: 0) == 2)
    #expect(path.top?.name == "a")
    path.show(screen("a"))
    #expect(path.pop(to: 0) == 0)
  }
}

@Suite("What a scene presents over its base")
struct PresentedTests {
  private let ask = Element(id: 1, kind: .text, text: "Delete your account?")
  private let yes = Element(id: 2, name: "yes", kind: .button(.destructive), text: "Delete")

  private func overlay(_ name: String, _ style: Screen.Style, _ elements: Element...) -> Screen {
    Screen(view: name, style: style, elements: elements)
  }

  @Test("BOOT-3: a modal screen is presented over its root, and the next one in the same place")
  func modal() {
    let root = EntryScene.Root(view: "list", showsContent: true)
    var scene = EntryScene(root: root, screen: Screen(view: "login", style: .modal))
    #expect(scene.presented.map(\.style) == [.cover])
    let place = scene.presented[0].id
    scene.screen = Screen(view: "profile", style: .modal, isDismissable: true)
    #expect(scene.presented.map(\.style) == [.sheet])
    #expect(scene.presented[0].id == place)
    scene.root = nil
    #expect(scene.presented.isEmpty)
  }

  @Test("Texts and buttons fit the platform's alert")
  func alert() {
    let scene = EntryScene(overlays: [overlay("confirm", .alert, ask, yes)])
    #expect(scene.presented.map(\.style) == [.alert])
    #expect(scene.overlays[0].alertMessage == "Delete your account?")
    #expect(scene.overlays[0].alertButtons == [yes])
  }

  @Test("An alert that asks for text, or has a busy button, is drawn by us")
  func noAlert() {
    let field = Element(id: 3, kind: .field(.init(content: .password, isSecret: true)))
    var busy = yes
    busy.isBusy = true
    let scene = EntryScene(overlays: [overlay("prove", .alert, ask, field, yes)])
    #expect(scene.presented.map(\.style) == [.sheet])
    #expect(!scene.presented[0].isDismissable)
    let running = EntryScene(overlays: [overlay("confirm", .alert, ask, busy)])
    #expect(running.presented.map(\.style) == [.sheet])
  }

  @Test("An alert is on top, or waits until it is")
  func waits() {
    let scene = EntryScene(overlays: [
      overlay("confirm", .alert, ask, yes), overlay("more", .sheet, yes),
    ])
    #expect(scene.presented.map(\.style) == [.sheet])
    #expect(scene.presented.allSatisfy { $0.isDismissable })
  }
}
