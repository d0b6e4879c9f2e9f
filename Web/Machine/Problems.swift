import FlowMachine
import Statechart

// The errors of layer 0 for a host: a stable name, and a message for developers.

extension FlowError {
  var name: StaticString {
    switch self {
    case .chart: "chart"
    case .truncated: "truncated"
    case .foreignFormat: "foreignFormat"
    case .futureFormat: "futureFormat"
    case .tooLarge: "tooLarge"
    case .wildReference: "wildReference"
    case .foreignFlow: "foreignFlow"
    case .otherVersion: "otherVersion"
    case .corrupt: "corrupt"
    }
  }

  var message: StaticString {
    switch self {
    case .chart: "the chart inside the flow is damaged"
    case .truncated: "the bytes end too early or go on after the end"
    case .foreignFormat: "the bytes are no compiled flow of this format"
    case .futureFormat: "made by a newer version of Portico"
    case .tooLarge: "larger than the machine accepts"
    case .wildReference: "an id points nowhere"
    case .foreignFlow: "the record belongs to another flow"
    case .otherVersion: "the record belongs to another version of the flow"
    case .corrupt: "the bytes were changed or damaged"
    }
  }
}

extension InputError {
  var name: StaticString {
    switch self {
    case .notJSON: "notJSON"
    case .unknownInput: "unknownInput"
    case .unknownName: "unknownName"
    case .wrongValue: "wrongValue"
    case .otherPhones: "otherPhones"
    }
  }

  var message: StaticString {
    switch self {
    case .notJSON: "the line is no JSON object"
    case .unknownInput: "the line has none of the keys that an input has"
    case .unknownName: "the flow has no such name, or the element is not on what is on top"
    case .wrongValue: "a value is missing, of another type or out of range"
    case .otherPhones: "the line was recorded with another table of telephone numbers, or without"
    }
  }
}
