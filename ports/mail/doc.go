// Package mail sends letters to an SMTP server and reports the outcome.
//
// A [Sender] is made once from a URL and may be shared. [Sender.Send] takes a whole [Message]. If the server did not
// accept it, the fate of an [outbound.Failure] tells three cases apart, because the ledger of effects depends on the
// difference:
//
//   - surely not accepted, and worth another try ([outbound.Retry]): no connection, no encryption where it is required,
//     a 4xx reply, wrong credentials;
//   - surely not accepted, and permanently so ([outbound.GiveUp]): a 5xx reply to MAIL, RCPT or DATA;
//   - unknown ([outbound.Uncertain]): the connection broke after the whole message was sent and before the reply.
//
// The package does not know about interviews. It issues each SMTP command itself through go-mail's SMTP client, so that
// it always knows how far the session got. It also writes the message itself: in go-mail's Msg, nested multiparts
// either share one boundary, which breaks them, or get random ones, with which a letter that is sent again would be a
// different letter.
package mail
