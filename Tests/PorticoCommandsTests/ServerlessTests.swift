import ArgumentParser
import PorticoCommands
import Testing

@Suite("The commands of a program without the server")
struct ServerlessTests {
  @Test("A play has a client if a server is named, and the flow's simulated responses otherwise")
  func stage() {
    #expect(PlayedServer<NoServer>.stage(server: nil) == nil)
    #expect(PlayedServer<NoServer>.stage(server: "http://127.0.0.1:1") != nil)
  }

  @Test("The commands are the same as with the server, and the help of play says what is missing")
  func commands() throws {
    let commands = FlowCommands.all(NoServer.self).map { $0.configuration }
    #expect(
      commands.map { $0.commandName } == [
        "check", "compile", "graph", "lock", "names", "play", "run", "swarm",
        "contract-table",
      ])
    let play = try #require(commands.first { $0.commandName == "play" })
    #expect(play.discussion.contains("this program was built without a server"))
  }
}
