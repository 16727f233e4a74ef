// Package histories contains the model-based tests. They run random histories of every operation of §4, and of what
// candidates and the dashboard do to the same rows, with concurrent calls, on both databases. A small model of the
// contract judges each history.
//
//   - world (model_test.go) is the model. It imports nothing of the product. For each call, rules*_test.go say which
//     answers the contract allows in a world, and what the world is afterwards.
//   - An operation knows how to call the service, through the real door over the real store (calls_test.go).
//   - A script is a planned history, made at random from a seed. A run is a script that was played on a studio, which
//     is the service without its workflow engine and with a clock that the script moves.
//   - judge checks whether some serial order of the calls explains every answer (linearizability, by porcupine). After
//     each round, the database is searched for states that must never exist, whatever was answered.
//   - A history that fails is reduced to the calls that it needs to fail, and printed with its seed.
//   - A poller follows §6 while writers change interviews.
//
// CONTRIBUTING.md says how to run many histories and how to replay one. No package imports this one.
package histories
