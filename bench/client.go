package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// clients is how many clients send at a time where the load is many.
const clients = 16

const answerTimeout = 30 * time.Second

// target is a server with the key it takes.
type target struct {
	origin string // http://host:port
	key    string
}

// conn is one kept-alive HTTP/1.1 connection that is used for one request at a time. It does as little as it can: the
// client shares the machine with the server, and what it costs dampens every ratio.
type conn struct {
	net.Conn
	in     *bufio.Reader
	target target
	host   string
	body   bytes.Buffer
}

func (t target) dial() (*conn, error) {
	u, err := url.Parse(t.origin)
	if err != nil {
		return nil, err
	}
	c, err := net.Dial("tcp", u.Host)
	if err != nil {
		return nil, err
	}
	return &conn{Conn: c, in: bufio.NewReaderSize(c, 64<<10), target: t, host: u.Host}, nil
}

// request is a request as it goes over the wire.
func (c *conn) request(method, path, body string) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n", method, path, c.host, c.target.key)
	if body != "" {
		fmt.Fprintf(&b, "Content-Type: application/json\r\nContent-Length: %d\r\n", len(body))
	}
	b.WriteString("\r\n")
	b.WriteString(body)
	return []byte(b.String())
}

// send sends a request and reads its answer, which is good until the next one. Another status than want is an error.
func (c *conn) send(request []byte, want int) ([]byte, error) {
	if err := c.SetDeadline(time.Now().Add(answerTimeout)); err != nil {
		return nil, err
	}
	if _, err := c.Write(request); err != nil {
		return nil, err
	}
	r, err := http.ReadResponse(c.in, nil)
	if err != nil {
		return nil, err
	}
	c.body.Reset()
	if _, err := io.Copy(&c.body, r.Body); err != nil {
		return nil, err
	}
	if r.StatusCode != want {
		return nil, fmt.Errorf("%s answers %d: %s", c.target.origin, r.StatusCode, c.body.Bytes())
	}
	return c.body.Bytes(), nil
}

// get reads one page.
func (t target) get(path string) ([]byte, error) {
	c, err := t.dial()
	if err != nil {
		return nil, err
	}
	defer c.Close()
	return c.send(c.request(http.MethodGet, path, ""), http.StatusOK)
}

// each runs n connections at a time and returns when all have ended.
func (t target) each(n int, run func(c *conn) error) error {
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			c, err := t.dial()
			if err == nil {
				err = run(c)
				c.Close()
			}
			errs[i] = err
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// rate reads the page with all clients for d, each as fast as it is answered, and returns the answers per second.
func (t target) rate(path string, d time.Duration) (float64, error) {
	return t.rateOf(func(c *conn) []byte { return c.request(http.MethodGet, path, "") }, d)
}

// rateOf is [target.rate] of any request.
func (t target) rateOf(request func(c *conn) []byte, d time.Duration) (float64, error) {
	var answers atomic.Int64
	start := time.Now()
	err := t.each(clients, func(c *conn) error {
		r := request(c)
		for time.Since(start) < d {
			if _, err := c.send(r, http.StatusOK); err != nil {
				return err
			}
			answers.Add(1)
		}
		return nil
	})
	return float64(answers.Load()) / time.Since(start).Seconds(), err
}
