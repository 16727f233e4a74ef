package notetaker

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Header is the header that carries a signature: t=SECONDS,v1=HEX.
const Header = "Litmus-Signature"

// Window is how far a signature's time may be from the receiver's, either way.
const Window = 5 * time.Minute

// The reasons to refuse a signature; the caller answers 401 to all of them. Their words may be shown.
var (
	ErrUnsigned = errors.New("the request has no " + Header + " of the form t=SECONDS,v1=HEX")
	ErrForged   = errors.New("the " + Header + " does not match the request")
	ErrStale    = errors.New("the " + Header + " was made more than 5 minutes before or after now")
)

const (
	maxHeader     = 1024 // bytes
	maxSignatures = 5    // v1 in one header: while a secret is replaced there are two
)

// Sign gives the header for a request that is sent now: HMAC-SHA256 over time, method, path and body. path is the
// request target as it stands on the request line, escaped, with the query if there is one.
func Sign(secret []byte, now time.Time, method, path string, body []byte) string {
	t := strconv.FormatInt(now.Unix(), 10)
	return fmt.Sprintf("t=%s,v1=%x", t, mac(secret, t, method, path, body))
}

// mac signs the lines t, method and path, and then the body. None of the three can hold a line end, so no two requests
// are signed alike.
func mac(secret []byte, t, method, path string, body []byte) []byte {
	h := hmac.New(sha256.New, secret)
	for _, line := range []string{t, method, path} {
		h.Write([]byte(line + "\n"))
	}
	h.Write(body)
	return h.Sum(nil)
}

// Verify checks the header of a request that came in. It gives [ErrUnsigned] for a header that is none, [ErrForged]
// when no signature in it is right, and [ErrStale] when one is but its time is more than [Window] away. A repetition
// within the window passes: it is told by [Callback.EventID].
func Verify(secret []byte, header, method, path string, body []byte, now time.Time) error {
	t, signatures, ok := parseHeader(header)
	if !ok {
		return ErrUnsigned
	}
	want := mac(secret, t, method, path, body)
	right := false
	for _, s := range signatures {
		right = hmac.Equal(s, want) || right
	}
	if !right || len(secret) == 0 || strings.ContainsAny(method+path, "\r\n") {
		return ErrForged
	}
	return checkTime(t, now)
}

// CheckHeader refuses, before the body is read, what [Verify] will refuse whatever the body is: [ErrUnsigned] for a
// header that is none, [ErrStale] for one whose time is more than [Window] away.
func CheckHeader(header string, now time.Time) error {
	t, _, ok := parseHeader(header)
	if !ok {
		return ErrUnsigned
	}
	return checkTime(t, now)
}

func checkTime(t string, now time.Time) error {
	seconds, err := strconv.ParseInt(t, 10, 64)
	if err != nil {
		return ErrUnsigned
	}
	if age := now.Sub(time.Unix(seconds, 0)); age > Window || age < -Window {
		return ErrStale
	}
	return nil
}

// parseHeader reads key=value pairs with commas between them: one t, of digits, and v1s, right if of 64 hexadecimal
// digits. Other keys belong to other versions.
func parseHeader(header string) (t string, signatures [][]byte, ok bool) {
	if len(header) > maxHeader {
		return "", nil, false
	}
	for pair := range strings.SplitSeq(header, ",") {
		key, value, _ := strings.Cut(strings.TrimSpace(pair), "=")
		switch key {
		case "t":
			if t != "" || value == "" || len(value) > 12 || strings.Trim(value, "0123456789") != "" {
				return "", nil, false
			}
			t = value
		case "v1":
			if len(signatures) == maxSignatures {
				return "", nil, false
			}
			s, err := hex.DecodeString(value)
			if err != nil || len(s) != sha256.Size {
				s = nil // one that is none is wrong like any other
			}
			signatures = append(signatures, s)
		}
	}
	return t, signatures, t != "" && len(signatures) > 0
}
