package mail

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/textproto"
	"regexp"
	"strings"
	"unicode"

	"litmus/ports/outbound"
)

// The codes of failures of [Sender.Send] that are not replies of the server. A reply 451 has the code "smtp_451". Codes
// may be kept where no personal data may be.
const (
	CodeInvalid     = "mail_invalid"     // the message itself cannot be sent: an invalid address, no Message-ID
	CodeConnect     = "smtp_connect"     // no connection, or no greeting
	CodeTLS         = "smtp_tls"         // the TLS handshake failed, most often over an untrusted certificate
	CodeNoTLS       = "smtp_no_tls"      // no encryption is offered where it is required, or the offer was removed
	CodeAuth        = "smtp_auth"        // the credentials were refused, or could not be offered safely
	CodeDropped     = "smtp_dropped"     // the line broke before the message was handed over
	CodeTimeout     = "smtp_timeout"     // time ran out before the message was handed over
	CodeCanceled    = "smtp_canceled"    // the caller gave up before the message was handed over
	CodeNoUTF8      = "smtp_no_utf8"     // an address is not ASCII and the server does not offer SMTPUTF8
	CodeClosed      = "smtp_closed"      // the Sender was closed
	CodeUnconfirmed = "smtp_unconfirmed" // the message was handed over and no verdict came back
)

const maxText = 200 // runes of a server's words that are kept

// ending is how a session that failed ended: the failure that [Sender.Send] returns, and what decides about the
// connection.
type ending struct {
	*outbound.Failure
	replied bool // the failure is a reply of the server, so the connection still works
	stale   bool // a kept connection turned out dead before anything was sent on it
}

// stage is how far a session had come.
type stage int

const (
	connecting stage = iota // up to and including EHLO
	securing                // TLS
	signingIn               // AUTH
	mailing                 // MAIL
	addressing              // RCPT
	opening                 // DATA and the message, its final dot not yet sent
	handedOver              // the final dot may have been sent
)

// failed maps what ended a session to its failure. A reply speaks for itself; a broken connection means "not
// accepted" until the final dot, since a server must not deliver what was never ended (RFC 5321 4.1.1.4), and "unknown"
// after it.
func failed(ctx context.Context, at stage, err error) *ending {
	reply, isReply := errors.AsType[*textproto.Error](err)
	timeout, isNet := errors.AsType[net.Error](err)
	f := &outbound.Failure{Fate: outbound.Retry, Text: clean(err.Error()), Cause: ctx.Err()}
	if f.Cause == nil && isNet && timeout.Timeout() {
		f.Cause = context.DeadlineExceeded // the connection's deadline is the context's, and passed a moment earlier
	}
	switch {
	case isReply && at == handedOver && (reply.Code < 400 || reply.Code > 599):
		f.Code, f.Fate = CodeUnconfirmed, outbound.Uncertain
	case isReply && (at == signingIn || needsAuth(reply.Code)):
		f.Code = CodeAuth // configuration, which can be mended: the letter itself is not refused
	case isReply:
		f.Code = fmt.Sprintf("smtp_%03d", reply.Code)
		if at >= mailing && reply.Code >= 500 && reply.Code <= 599 && !concernsSession(reply.Code) {
			f.Fate = outbound.GiveUp
		}
		f.Cause = nil
	case errors.Is(err, errNoTLS):
		f.Code = CodeNoTLS // configuration or an attack: the letter itself is not refused
	case at == handedOver:
		f.Code, f.Fate = CodeUnconfirmed, outbound.Uncertain
	case errors.Is(f.Cause, context.Canceled):
		f.Code = CodeCanceled
	case f.Cause != nil:
		f.Code = CodeTimeout
	case at == connecting:
		f.Code = CodeConnect
	case at == securing:
		f.Code = CodeTLS
	case at == signingIn:
		f.Code = CodeAuth
	default:
		f.Code = CodeDropped
	}
	return &ending{Failure: f, replied: isReply}
}

// needsAuth reports whether a 5xx reply is about the account and not about the letter (RFC 4954 section 6).
func needsAuth(code int) bool {
	return code == 530 || code == 534 || code == 535 || code == 538
}

// concernsSession reports whether a 5xx reply is about the session and not about the letter: a command is unknown or
// out of order, which servers also answer to clients that have to authenticate first (RFC 5321 4.2.2). 501 is not among
// them, because an address that the server cannot read gets it.
func concernsSession(code int) bool {
	return code == 500 || code == 502 || code == 503 || code == 504
}

func invalid(format string, args ...any) *outbound.Failure {
	return &outbound.Failure{Fate: outbound.GiveUp, Code: CodeInvalid, Text: clean(fmt.Sprintf(format, args...))}
}

var address = regexp.MustCompile(`[^\s<>"'(),:;=]+@[^\s<>"'(),:;=]+`)

// clean makes a server's words fit to be kept: one line, no address, bounded.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	s = strings.Join(strings.Fields(address.ReplaceAllString(s, "(address)")), " ")
	return cut(s, maxText)
}

// cut bounds s to n runes.
func cut(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}
