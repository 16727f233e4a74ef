// Package gate lets callers in to the doors for machines, REST and the tool server, which share it: an organization's
// keys and limits are the same at both.
//
// Start with [Gate.Handler], which is around every answer: request id, log, refusals in JSON. A door begins a [Call],
// has [Gate.Admit] find out who calls and wait for a place (auth.go, attempts.go, places.go), and leaves a row of the
// audit by [Gate.Audit]. errors.go maps the kind of an error to its status.
package gate
