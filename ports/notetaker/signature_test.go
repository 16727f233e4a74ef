package notetaker

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"
)

var (
	secret = []byte("0123456789abcdef0123456789abcdef")
	now    = time.Unix(1930577400, 0)
)

func TestVerify(t *testing.T) {
	t.Parallel()
	const path = "/notetaker/callbacks?x=%20y"
	body := []byte(`{"event_id":"e"}`)
	good := Sign(secret, now, "POST", path, body)
	mac := good[strings.Index(good, "v1="):]
	if err := Verify(secret, good, "POST", path, body, now); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name         string
		header, path string
		method, body string
		secret       string
		age          time.Duration
		want         error
	}{
		{name: "five minutes old", age: Window},
		{name: "five minutes ahead", age: -Window},
		{name: "older", age: Window + time.Second, want: ErrStale},
		{name: "too far ahead", age: -Window - time.Second, want: ErrStale},
		{name: "years old", age: 1e5 * time.Hour, want: ErrStale},
		{name: "another body", body: `{"event_id":"f"}`, want: ErrForged},
		{name: "a longer body", body: `{"event_id":"e"} `, want: ErrForged},
		{name: "no body", body: " ", want: ErrForged},
		{name: "another path", path: "/notetaker/callbacks?x= y", want: ErrForged},
		{name: "without the query", path: "/notetaker/callbacks", want: ErrForged},
		{name: "another method", method: "PUT", want: ErrForged},
		{name: "another time", header: "t=1930577401," + mac, want: ErrForged},
		{name: "another secret", secret: strings.Repeat("x", 32), want: ErrForged},
		{name: "no header", header: " ", want: ErrUnsigned},
		{name: "no time", header: mac, want: ErrUnsigned},
		{name: "two times", header: "t=1," + good, want: ErrUnsigned},
		{name: "no signature", header: "t=1930577400", want: ErrUnsigned},
		{name: "a short signature", header: good[:len(good)-2], want: ErrForged},
		{name: "not hexadecimal", header: good[:len(good)-2] + "zz", want: ErrForged},
		{name: "a time that is not a number", header: "t=now," + mac, want: ErrUnsigned},
		{name: "a time with a sign", header: "t=+1930577400," + mac, want: ErrUnsigned},
		{name: "a huge time", header: "t=9999999999999," + mac, want: ErrUnsigned},
		{name: "a huge header", header: good + strings.Repeat(",v0=x", 1000), want: ErrUnsigned},
		{name: "six signatures", header: good + strings.Repeat(","+mac, 5), want: ErrUnsigned},
		{name: "only another version", header: "t=1930577400,v0=" + mac[3:], want: ErrUnsigned},
		{name: "signatures by two secrets", header: good + ",v1=" + strings.Repeat("00", 32)},
		{name: "signatures by two secrets, ours last",
			header: "t=1930577400,v1=" + strings.Repeat("00", 32) + ", " + mac + ",v2=later"},
		{name: "a malformed signature beside ours", header: "t=1930577400,v1=00," + mac + ",v1="},
		{name: "capital letters", header: "t=1930577400,v1=" + strings.ToUpper(mac[3:])},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			or := func(s, otherwise string) string {
				if s == "" {
					return otherwise
				}
				return strings.TrimPrefix(s, " ")
			}
			err := Verify([]byte(or(c.secret, string(secret))), or(c.header, good), or(c.method, "POST"),
				or(c.path, path), []byte(or(c.body, string(body))), now.Add(c.age))
			if !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
	t.Run("an empty secret verifies nothing", func(t *testing.T) {
		t.Parallel()
		if err := Verify(nil, Sign(nil, now, "POST", path, body), "POST", path, body, now); !errors.Is(err, ErrForged) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("lines cannot move from the body to the path", func(t *testing.T) {
		t.Parallel()
		header := Sign(secret, now, "POST", "/a", []byte("b\nc"))
		if err := Verify(secret, header, "POST", "/a\nb", []byte("c"), now); !errors.Is(err, ErrForged) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("every changed byte is noticed", func(t *testing.T) {
		t.Parallel()
		for i := range body {
			changed := append([]byte(nil), body...)
			changed[i] ^= 1
			if err := Verify(secret, good, "POST", path, changed, now); !errors.Is(err, ErrForged) {
				t.Errorf("byte %d: %v", i, err)
			}
		}
		for i := len("t=1930577400,v1="); i < len(good); i++ {
			changed := []byte(good)
			changed[i] = "10"[boolIndex(changed[i] == '1')]
			if string(changed) == good {
				continue
			}
			if err := Verify(secret, string(changed), "POST", path, body, now); !errors.Is(err, ErrForged) {
				t.Errorf("digit %d: %v", i, err)
			}
		}
	})
}

func boolIndex(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestProtocolExamples checks the examples of PROTOCOL.md, for developers of the other side.
func TestProtocolExamples(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("PROTOCOL.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, header := range []string{
		Sign(secret, now, "DELETE", "/api/sessions/nt_42", nil),
		Sign(secret, now, "POST", "/api/sessions", []byte(`{"id":"int_1"}`)),
	} {
		if _, v1, _ := strings.Cut(header, ","); !strings.Contains(string(page), "\n    "+v1+"\n") {
			t.Errorf("PROTOCOL.md lacks %s", v1)
		}
	}
}

func FuzzVerify(f *testing.F) {
	f.Add("t=1930577400,v1=00", "POST", "/x", []byte("{}"))
	f.Fuzz(func(t *testing.T, header, method, path string, body []byte) {
		if Verify(secret, header, method, path, body, now) == nil {
			t.Errorf("%q was accepted", header)
		}
	})
}
