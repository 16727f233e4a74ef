package mailbox

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-imap"
	"github.com/emersion/go-imap/client"
)

const (
	patience = time.Minute // for all of a visit
	maxBatch = 100         // messages that are read at a time
	maxRead  = 256 << 10   // octets of a message: a report comes before the message that came back
)

// Mailbox is a folder on an IMAP server.
type Mailbox struct {
	host, addr, user, password, folder string
	implicit                           bool // TLS from the first byte (imaps)
}

// New returns the mailbox at source, which is imaps://user:password@host[:port][/folder], or imap:// for STARTTLS. The
// folder is INBOX unless it is given. It does not connect yet. The error says what is expected and never contains
// source.
func New(source string) (*Mailbox, error) {
	const expected = "expected imaps://user:password@host[:port][/folder] or imap://…, special characters percent-encoded"
	u, err := url.Parse(source)
	if err != nil { // err quotes the source, and with it the password
		return nil, errors.New("the mailbox is not a URL: " + expected)
	}
	port := map[string]string{"imaps": "993", "imap": "143"}[u.Scheme]
	password, _ := u.User.Password()
	switch {
	case port == "":
		return nil, errors.New("the mailbox's URL has another scheme: " + expected)
	case u.Hostname() == "" || u.Port() == "0":
		return nil, errors.New("the mailbox's URL lacks its host: " + expected)
	case u.User.Username() == "" || password == "":
		return nil, errors.New("the mailbox's URL lacks its user or its password: " + expected)
	case u.RawQuery != "" || u.Fragment != "":
		return nil, errors.New("the mailbox's URL has something after the folder: " + expected)
	}
	m := &Mailbox{host: u.Hostname(), user: u.User.Username(), password: password, implicit: u.Scheme == "imaps",
		folder: strings.Trim(u.Path, "/")}
	if u.Port() != "" {
		port = u.Port()
	}
	if m.folder == "" {
		m.folder = imap.InboxName
	}
	m.addr = net.JoinHostPort(m.host, port)
	return m, nil
}

// Read calls each for every unread message, the oldest first, and marks as read those for which it returns nil. It ends
// at the first error, within a minute, or sooner if ctx does: what is left, and what a killed process had not marked,
// is read again. Of a message the first 256 KiB are read. Errors contain neither the password nor what a message says.
func (m *Mailbox) Read(ctx context.Context, each func(Message) error) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	raw, err := new(net.Dialer).DialContext(ctx, "tcp", m.addr)
	if err != nil {
		return errors.New("the mailbox's server cannot be reached")
	}
	// The library takes deadlines away, so a server that falls silent is left by closing the connection.
	defer context.AfterFunc(ctx, func() { _ = raw.Close() })()
	c, err := m.open(raw)
	if err == nil {
		err = m.visit(c, each)
	}
	if ended := ctx.Err(); ended != nil && err != nil {
		err = fmt.Errorf("the mailbox took too long: %w", ended)
	}
	return err
}

// visit reads what is unread, and leaves.
func (m *Mailbox) visit(c *client.Client, each func(Message) error) error {
	err := m.read(c, each)
	if leave := c.Logout(); err == nil && leave != nil {
		err = fmt.Errorf("leave the mailbox: %w", leave)
	}
	return err
}

// open starts TLS and signs in. A password travels encrypted, except on loopback.
func (m *Mailbox) open(raw net.Conn) (*client.Client, error) {
	host, _, _ := net.SplitHostPort(raw.RemoteAddr().String())
	local := net.ParseIP(host).IsLoopback()
	config := &tls.Config{ServerName: m.host, MinVersion: tls.VersionTLS12,
		// On loopback nobody can intercept the connection, and the certificate of a local server is mostly self-signed.
		InsecureSkipVerify: local}
	stream := raw
	if m.implicit {
		stream = tls.Client(raw, config)
	}
	c, err := client.New(stream)
	if err != nil {
		_ = raw.Close()
		return nil, errors.New("the mailbox's server does not greet as one of IMAP")
	}
	c.ErrorLog = quiet{}
	fail := func(text string) (*client.Client, error) {
		_ = c.Terminate()
		return nil, errors.New(text)
	}
	if !m.implicit {
		switch offered, err := c.SupportStartTLS(); {
		case err != nil:
			return fail("the mailbox's server does not say what it can do")
		case offered:
			if err := c.StartTLS(config); err != nil {
				return fail("the connection to the mailbox's server cannot be encrypted")
			}
		case !local:
			return fail("the mailbox's server offers no encryption")
		}
	}
	if err := c.Login(m.user, m.password); err != nil {
		return fail("the mailbox's server refuses the user or the password")
	}
	return c, nil
}

// quiet keeps what the library logs, such as a message's parts, out of the log.
type quiet struct{}

func (quiet) Printf(string, ...any) {}
func (quiet) Println(...any)        {}

func (m *Mailbox) read(c *client.Client, each func(Message) error) error {
	if _, err := c.Select(m.folder, false); err != nil {
		return errors.New("the mailbox has no such folder")
	}
	unread, err := c.UidSearch(&imap.SearchCriteria{WithoutFlags: []string{imap.SeenFlag}})
	if err != nil {
		return errors.New("the mailbox's server cannot be searched")
	}
	slices.Sort(unread)
	for batch := range slices.Chunk(unread, maxBatch) {
		found, err := fetch(c, batch)
		if err != nil {
			return err
		}
		for _, uid := range batch {
			body, ok := found[uid]
			if !ok { // somebody else took it away
				continue
			}
			if err := each(parse(bytes.NewReader(body))); err != nil {
				return err
			}
			if err := c.UidStore(set(uid), imap.FormatFlagsOp(imap.AddFlags, true), []any{imap.SeenFlag},
				nil); err != nil {
				return errors.New("the mailbox's server does not mark what was read")
			}
		}
	}
	return nil
}

// fetch reads the beginnings of the messages, by their UIDs.
func fetch(c *client.Client, uids []uint32) (map[uint32][]byte, error) {
	section := &imap.BodySectionName{Peek: true, Partial: []int{0, maxRead}}
	found, ended := make(chan *imap.Message), make(chan error, 1)
	go func() {
		ended <- c.UidFetch(set(uids...), []imap.FetchItem{imap.FetchUid, section.FetchItem()}, found)
	}()
	out := map[uint32][]byte{}
	var unread error
	for msg := range found { // which may be more than was asked for: servers tell of changes by others in between
		if body := msg.GetBody(section); body != nil {
			var b bytes.Buffer
			_, err := b.ReadFrom(body)
			out[msg.Uid], unread = b.Bytes(), errors.Join(unread, err)
		}
	}
	if err := <-ended; err != nil {
		return nil, errors.New("the mailbox's server does not show its messages")
	}
	return out, unread
}

func set(uids ...uint32) *imap.SeqSet {
	s := new(imap.SeqSet)
	s.AddNum(uids...)
	return s
}
