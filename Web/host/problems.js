// Why storage did not do what it was asked.

/** Storage cannot be opened, or did not take a write; what was stored before stays. */
export class StorageProblem extends Error {
  constructor(cause) {
    super(describe(cause), { cause });
    this.name = "StorageProblem";
  }
}

/** Another tab owns the flow now. */
export class Displaced extends Error {
  constructor() {
    super("another tab owns this flow now");
    this.name = "Displaced";
  }
}

function describe(cause) {
  if (!cause) return "the storage failed";
  if (cause.name === "QuotaExceededError") return "the storage is full";
  return `the storage does not answer (${cause.name}: ${cause.message})`;
}
