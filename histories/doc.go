// Package histories holds the model-based tests: random histories of every operation of §4, and of what candidates and
// the dashboard do to the same rows, several at once, on both databases, judged by a small model of the contract.
//
//   - world (model_test.go) is the model: it imports nothing of the product; rules*_test.go say for each call what the
//     contract lets it answer in a world, and what the world is after it;
//   - an operation knows how to call the service, through the real door over the real store (calls_test.go);
//   - a script is a history as it is planned, drawn from a seed; a run is what came of it, on a studio, which is the
//     service without its workflow engine and with a clock that the script moves;
//   - judge asks whether some serial order explains every answer (linearizability, by porcupine), and the database is
//     looked into after each round for what may never be there, whatever the answers said;
//   - a history that fails is cut down to the calls that are needed, and printed with its seed;
//   - a poller follows §6 beside concurrent writers.
//
// CONTRIBUTING.md says how to run many, and how to replay one. Nothing imports this package.
package histories
