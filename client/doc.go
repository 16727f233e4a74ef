// Package client calls the REST interface of Litmus from Go.
//
//	c, err := client.New("https://hire.acme.example", os.Getenv("LITMUS_KEY"))
//	…
//	b, err := c.Book(ctx, client.BookingRequest{PostingID: posting, RoundID: round,
//		CandidateEmail: "robin@candidate.example", ScheduledStartAt: start, InterviewerEmail: "grace@acme.example"})
//
// A [Client] has one method for each operation of the interface, and handles what every caller needs:
//
//   - It sends the key with every request.
//   - It repeats reads and cancellations after a lost connection, 429 and 5xx, with back-off and as Retry-After says.
//     Other writes are sent once.
//   - [Client.Book] follows the contract's rule for lost answers and never books twice.
//   - [Client.Interviews] iterates over all pages.
//   - Errors have a status, a kind, a message and a request id ([Error]).
//
// The types in models.go and the requests are generated from api/openapi.yaml. Fields that the service may add in
// future are ignored. The package imports nothing else of Litmus and can be used in any program.
package client
