/// Who hears how the transfers of a task ended, beside what they mean: a command that tries a provider. Nobody else may
/// listen, since answers repeat addresses.
package enum TransferWatch {
  @TaskLocal package static var hear: (@Sendable (TransferEnd) -> Void)?
}
