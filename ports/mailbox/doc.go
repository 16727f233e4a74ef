// Package mailbox reads a mailbox over IMAP (RFC 3501): what mail servers could not deliver comes back there, as
// reports of RFC 3464, and what calendar programs answer to invitations comes there, as replies of RFC 5546.
// [Mailbox.Read] connects, reads what is unread, and leaves.
package mailbox
