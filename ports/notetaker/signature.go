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

// Header is the header that holds a signature: t=SECONDS,v1=HEX.
const Header = "Litmus-Signature"

// Window is how far the time of a signature may differ from the receiver's, in both directions.
const Window = 5 * time.Minute

// The reasons to refuse a signature. The answer to all of them is 401, and their text may be shown.
var (
	ErrUnsigned = errors.New("the request has no " + Header + " of the form t=SECONDS,v1=HEX")
	ErrForged   = errors.New("the " + Header + " does not match the request")
	ErrStale    = errors.New("the " + Header + " was made more than 5 minutes before or after now")
)

const (
	maxHeader     = 1024 // bytes
	maxSignatures = 5    // of v1 in one header; there are two while a secret is replaced
)

// Sign returns the header for a request that is sent now. It is an HMAC-SHA256 of time, method, path and body. path is
// the request target as it is on the request line: escaped, and with the query if there is one.
func Sign(secret []byte, now time.Time, method, path string, body []byte) string {
	t := strconv.FormatInt(now.Unix(), 10)
	return fmt.Sprintf("t=%s,v1=%x", t, mac(secret, t, method, path, body))
}

// mac signs the lines t, method and path, and then the body. None of the three can contain a line end, so different
// requests never have the same input.
func mac(secret []byte, t, method, path string, body []byte) []byte {
	h := hmac.New(sha256.New, secret)
	for _, line := range []string{t, method, path} {
		h.Write([]byte(line + "\n"))
	}
	h.Write(body)
	return h.Sum(nil)
}

// Verify checks the header of a received request. It returns [ErrUnsigned] for a malformed header, [ErrForged] if no
// signature in it matches, and [ErrStale] if one matches but its time is more than [Window] away. It accepts a repeated
// request within the window; callers recognize that by [Callback.EventID].
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

// CheckHeader checks, before the body is read, what does not depend on the body. It returns [ErrUnsigned] for a
// malformed header, and [ErrStale] for one whose time is more than [Window] away.
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

// parseHeader parses key=value pairs that are separated by commas: one t, which consists of digits, and the v1s, which
// are valid if they have 64 hexadecimal digits. Other keys belong to other versions.
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
				s = nil // a malformed signature matches nothing
			}
			signatures = append(signatures, s)
		}
	}
	return t, signatures, t != "" && len(signatures) > 0
}
