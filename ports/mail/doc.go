// Package mail hands letters to an SMTP server and says what became of them.
//
// A [Sender] is made once from a URL and used by everybody: [Sender.Send] takes a whole [Message] and either the server
// took it, or an [Error] tells three cases apart, because the ledger of effects depends on the difference:
//
//   - surely not accepted, and worth another try: no connection, no encryption where it is required, a 4xx reply,
//     wrong credentials;
//   - surely not accepted, and for good ([Error.Permanent]): a 5xx reply to MAIL, RCPT or DATA;
//   - unknown ([Error.Uncertain]): the whole message was handed over and then the line went dead.
//
// The package knows nothing of interviews. The conversation is driven command by command over go-mail's SMTP client,
// so that it is always known how far it came; the message is written here and not with go-mail's Msg, whose nested
// multiparts either share one boundary (which breaks them) or get random ones (which makes a letter sent again a
// different letter).
package mail
