import ArgumentParser
import PorticoCommands

@main
enum Main {
  static func main() async {
    await Portico.main()
  }
}
