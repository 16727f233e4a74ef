// Package mailbox reads a mailbox over IMAP (RFC 3501): what mail servers could not deliver comes back there, as
// reports of RFC 3464. [Mailbox.Read] connects, reads what is unread, and leaves.
package mailbox
