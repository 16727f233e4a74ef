package inbox

import (
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-smtp"
)

const (
	loopback = "127.0.0.1"

	messageExt  = ".eml"
	partialGlob = "*.partial"

	maxMessageBytes = 10 << 20 // common mail servers accept at least this much
	maxRecipients   = 1000     // of one message

	// idleTimeout is how long a sender may keep its connection open for the next letter.
	idleTimeout = 5 * time.Minute
)

// Catcher is a mail server that accepts every message and delivers none, but keeps them for the inbox. Each accepted
// message is a file in its folder, so messages survive the death of the process, though not the loss of power.
type Catcher struct {
	dir    string
	temp   bool // remove dir on Close
	addr   string
	listen net.Listener
	server *smtp.Server
	done   chan struct{} // closed when the server has stopped
	once   sync.Once

	mu   sync.RWMutex
	box  []entry        // oldest first, ids ascending
	byID map[string]int // index into box
	last int64          // the time of the newest id, in nanoseconds
}

// OpenCatcher serves SMTP on a free loopback port and keeps messages in dir, together with those that are there
// already. Without a dir, they are kept in a temporary folder that Close removes.
func OpenCatcher(dir string) (*Catcher, error) {
	c := &Catcher{dir: dir, done: make(chan struct{}), byID: map[string]int{}}
	if err := c.open(); err != nil {
		if c.temp {
			_ = os.RemoveAll(c.dir)
		}
		return nil, fmt.Errorf("open mail catcher: %w", err)
	}
	return c, nil
}

// Addr returns the address at which the catcher accepts mail, "127.0.0.1:port".
func (c *Catcher) Addr() string { return c.addr }

// URL returns the same address as the URL of a mail server, "smtp://127.0.0.1:port".
func (c *Catcher) URL() string { return "smtp://" + c.addr }

// Close stops the mail server. The inbox still works, unless the folder was temporary.
func (c *Catcher) Close() {
	c.once.Do(func() {
		_ = c.server.Close()
		_ = c.listen.Close() // server.Close does not close it if Serve has not begun yet
		<-c.done
		if c.temp {
			_ = os.RemoveAll(c.dir)
		}
	})
}

func (c *Catcher) open() (err error) {
	if c.dir == "" {
		if c.dir, err = os.MkdirTemp("", "litmus-mail-"); err != nil {
			return err
		}
		c.temp = true
	}
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return err
	}
	if err := c.load(); err != nil {
		return err
	}
	if c.listen, err = net.Listen("tcp", net.JoinHostPort(loopback, "0")); err != nil {
		return err
	}
	c.addr = c.listen.Addr().String()
	c.server = smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) {
		return &delivery{catcher: c}, nil
	}))
	c.server.Domain = "localhost"
	c.server.MaxMessageBytes = maxMessageBytes
	c.server.MaxRecipients = maxRecipients
	c.server.ReadTimeout = idleTimeout
	c.server.WriteTimeout = idleTimeout
	c.server.EnableSMTPUTF8 = true
	c.server.ErrorLog = log.New(io.Discard, "", 0) // its errors are clients that hang up
	go func() {
		defer close(c.done)
		_ = c.server.Serve(c.listen) // returns when the listener is closed
	}()
	return nil
}

// load reads the headers of the messages in the folder, in the order of their ids, and deletes files of messages that
// were not accepted.
func (c *Catcher) load() error {
	partial, err := filepath.Glob(filepath.Join(c.dir, partialGlob))
	if err != nil {
		return err
	}
	for _, name := range partial {
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	files, err := os.ReadDir(c.dir) // sorted by name
	if err != nil {
		return err
	}
	for _, f := range files {
		id, ok := strings.CutSuffix(f.Name(), messageExt)
		if !ok {
			continue
		}
		received, err := parseID(id)
		if err != nil {
			continue // not a file of the catcher
		}
		e, err := readEntry(filepath.Join(c.dir, f.Name()), received)
		if err != nil {
			return err
		}
		c.add(id, received, e)
	}
	return nil
}

// keep adds the file to the box under the next id. Ids ascend in the order of acceptance, even if the clock goes back.
func (c *Catcher) keep(file string, e entry) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := max(time.Now().UnixNano(), c.last+1)
	received := time.Unix(0, at).UTC()
	id := newID(received)
	if err := os.Rename(file, c.file(id)); err != nil {
		return err
	}
	if e.date.IsZero() {
		e.date = received
	}
	c.add(id, received, e)
	return nil
}

func (c *Catcher) add(id string, received time.Time, e entry) {
	e.id = id
	c.last = received.UnixNano()
	c.byID[id] = len(c.box)
	c.box = append(c.box, e)
}

// list returns up to limit entries, newest first. If before is not "", they are older than that id, and if to is not
// "", they were sent to that address. more reports whether there are older ones.
func (c *Catcher) list(to, before string, limit int) (page []entry, more bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	end := len(c.box)
	if before != "" {
		end, _ = slices.BinarySearchFunc(c.box, before,
			func(e entry, id string) int { return strings.Compare(e.id, id) })
	}
	for _, e := range slices.Backward(c.box[:end]) {
		if to != "" && !e.sentTo(to) {
			continue
		}
		if len(page) == limit {
			return page, true
		}
		page = append(page, e)
	}
	return page, false
}

func (c *Catcher) entry(id string) (entry, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	i, ok := c.byID[id]
	if !ok {
		return entry{}, false
	}
	return c.box[i], true
}

func (c *Catcher) file(id string) string { return filepath.Join(c.dir, id+messageExt) }

// newID returns the time of acceptance in hexadecimal nanoseconds. Its width is fixed, so that names sort by time.
func newID(t time.Time) string { return fmt.Sprintf("%016x", t.UnixNano()) }

func parseID(id string) (time.Time, error) {
	var n int64
	if _, err := fmt.Sscanf(id, "%016x", &n); err != nil || newID(time.Unix(0, n)) != id {
		return time.Time{}, errors.New("not a message id")
	}
	return time.Unix(0, n).UTC(), nil
}

// delivery is one SMTP session, in which one or more messages are sent.
type delivery struct {
	catcher *Catcher
	env     envelope
}

func (d *delivery) Reset()        { d.env = envelope{} }
func (d *delivery) Logout() error { return nil }

func (d *delivery) Mail(from string, _ *smtp.MailOptions) error {
	d.env.From = from
	return nil
}

func (d *delivery) Rcpt(to string, _ *smtp.RcptOptions) error {
	d.env.To = append(d.env.To, to)
	return nil
}

// Data writes the message under a temporary name and renames it, so that a file with its final name is complete.
func (d *delivery) Data(r io.Reader) error {
	err := d.store(r)
	var refused *smtp.SMTPError
	if err == nil || errors.As(err, &refused) { // such as a message that is too large
		return err
	}
	return &smtp.SMTPError{
		Code:         451,
		EnhancedCode: smtp.EnhancedCode{4, 3, 0},
		Message:      "the message could not be stored",
	}
}

func (d *delivery) store(r io.Reader) error {
	f, err := os.CreateTemp(d.catcher.dir, partialGlob)
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // does nothing after the rename
	defer f.Close()
	if err := writeMessage(f, d.env, r); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	e, err := readEntry(f.Name(), time.Time{})
	if err != nil {
		return err
	}
	return d.catcher.keep(f.Name(), e)
}
