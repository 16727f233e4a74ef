// Package client calls the REST interface of Litmus from Go.
//
//	c, err := client.New("https://hire.acme.example", os.Getenv("LITMUS_KEY"))
//	…
//	b, err := c.Book(ctx, client.BookingRequest{PostingID: posting, RoundID: round,
//		CandidateEmail: "robin@candidate.example", ScheduledStartAt: start, InterviewerEmail: "grace@acme.example"})
//
// A [Client] is the interface's operations, one method each, with what every caller of them needs:
//
//   - the key in every request;
//   - reads, and cancellations, that are tried again after a lost connection, 429 and 5xx, with back-off and as long as
//     Retry-After says; other writes are sent once;
//   - [Client.Book], which follows the contract's rule for lost answers and never books twice;
//   - [Client.Interviews], which goes through all pages;
//   - errors with status, kind, words and request id ([Error]).
//
// The types in models.go are generated from api/openapi.yaml, and so are the requests. What the service may add in
// future is ignored. The package imports nothing of Litmus and can be used from any program.
package client
