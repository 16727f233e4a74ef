package openloop

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/emersion/go-smtp"
)

// Folder is the folder of the mail catcher that `litmus up` embeds: a file for each letter, whose name is the instant
// at which it was accepted. Looking at it costs the service nothing.
type Folder string

const letterExt = ".eml" // a letter that is still being written has another

func (f Folder) names() ([]string, error) {
	d, err := os.Open(string(f))
	if err != nil {
		return nil, err
	}
	defer d.Close()
	names, err := d.Readdirnames(-1)
	return slices.DeleteFunc(names, func(name string) bool { return !strings.HasSuffix(name, letterExt) }), err
}

func (f Folder) Count() (int, error) {
	names, err := f.names()
	return len(names), err
}

func (f Folder) Since(n int) ([]Letter, error) {
	names, err := f.names()
	if err != nil {
		return nil, err
	}
	slices.Sort(names) // they have a fixed width, so they sort like instants
	var out []Letter
	for _, name := range names[min(n, len(names)):] {
		nanos, err := strconv.ParseInt(strings.TrimSuffix(name, letterExt), 16, 64)
		if err != nil {
			return nil, fmt.Errorf("the name of letter %s is no instant: %w", name, err)
		}
		l, err := readFile(filepath.Join(string(f), name), time.Unix(0, nanos))
		if err != nil {
			return nil, fmt.Errorf("letter %s: %w", name, err)
		}
		out = append(out, l)
	}
	return out, nil
}

func readFile(name string, at time.Time) (Letter, error) {
	f, err := os.Open(name)
	if err != nil {
		return Letter{}, err
	}
	defer f.Close()
	return readLetter(f, at)
}

// Server is a mail server on a loopback port that accepts every letter and keeps its head in memory.
type Server struct {
	Addr   string
	server *smtp.Server

	mu    sync.Mutex
	heads []head
}

type head struct {
	at   time.Time
	text []byte
}

// Listen starts a server that runs until it is closed.
func Listen() (*Server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Server{Addr: l.Addr().String()}
	s.server = smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return session{s}, nil }))
	s.server.Domain = "localhost"
	s.server.EnableSMTPUTF8 = true
	go s.server.Serve(l)
	return s, nil
}

func (s *Server) Close() error { return s.server.Close() }

func (s *Server) Count() (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.heads), nil
}

func (s *Server) Since(n int) ([]Letter, error) {
	s.mu.Lock()
	heads := slices.Clone(s.heads[min(n, len(s.heads)):])
	s.mu.Unlock()
	var out []Letter
	for _, h := range heads {
		l, err := readLetter(bytes.NewReader(h.text), h.at)
		if err != nil {
			return nil, err
		}
		out = append(out, l)
	}
	return out, nil
}

type session struct{ s *Server }

func (session) Reset()                               {}
func (session) Logout() error                        { return nil }
func (session) Mail(string, *smtp.MailOptions) error { return nil }
func (session) Rcpt(string, *smtp.RcptOptions) error { return nil }

// Data takes the letter: it is accepted when it was read whole.
func (x session) Data(r io.Reader) error {
	b, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	if end := bytes.Index(b, []byte("\r\n\r\n")); end >= 0 {
		b = slices.Clone(b[:end+4])
	}
	x.s.mu.Lock()
	defer x.s.mu.Unlock()
	x.s.heads = append(x.s.heads, head{time.Now(), b})
	return nil
}
