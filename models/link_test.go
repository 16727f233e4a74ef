package models

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

const testSecret = "0123456789abcdef0123456789abcdef"

// changedBits returns what a token is with another bit, for each of its bits.
func changedBits(t *testing.T, token string) (others []string) {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(raw) * 8 {
		b := bytes.Clone(raw)
		b[n/8] ^= 1 << (n % 8)
		others = append(others, base64.RawURLEncoding.EncodeToString(b))
	}
	return others
}

func TestLinks(t *testing.T) {
	t.Parallel()
	s := Secret(testSecret)
	t.Run("a token gives back what was signed", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			id, epoch := rapid.StringN(1, 60, -1).Draw(t, "id"), rapid.Int64Range(0, 1<<62).Draw(t, "epoch")
			token := s.SignLink(LinkSession, id, epoch)
			gotID, gotEpoch, ok := s.ReadLink(LinkSession, token)
			if !ok || gotID != id || gotEpoch != epoch {
				t.Fatalf("%q of %q, %d: got %q, %d, %v", token, id, epoch, gotID, gotEpoch, ok)
			}
			if strings.ContainsAny(token, "+/=?&# ") {
				t.Fatalf("%q needs escaping in a URL", token)
			}
		})
	})
	t.Run("the same row gives the same link, another epoch another one", func(t *testing.T) {
		a, b := s.SignLink(LinkSession, "int_1", 3), s.SignLink(LinkSession, "int_1", 4)
		if a != s.SignLink(LinkSession, "int_1", 3) || a == b {
			t.Errorf("got %s and %s", a, b)
		}
	})
	t.Run("is invalid for another purpose and under another secret", func(t *testing.T) {
		token := s.SignLink(LinkSession, "int_1", 3)
		if _, _, ok := s.ReadLink(LinkAssessment, token); ok {
			t.Error("a session link opened an assessment")
		}
		if _, _, ok := Secret("another secret that is long enough").ReadLink(LinkSession, token); ok {
			t.Error("a link of another secret was taken")
		}
	})
	t.Run("every changed bit, cut and addition is refused", func(t *testing.T) {
		token := s.SignLink(LinkSession, "int_1", 300)
		for n, other := range changedBits(t, token) {
			if _, _, ok := s.ReadLink(LinkSession, other); ok {
				t.Errorf("bit %d can be changed", n)
			}
		}
		for n := range token {
			if _, _, ok := s.ReadLink(LinkSession, token[:n]); ok {
				t.Errorf("the first %d characters were taken", n)
			}
		}
		for _, in := range []string{token + "A", token + "=", " " + token, token + "\n", token[:5] + "\n" +
			token[5:], "", "!"} {
			if _, _, ok := s.ReadLink(LinkSession, in); ok {
				t.Errorf("%q was taken", in)
			}
		}
	})
	t.Run("only one spelling of a token is taken", func(t *testing.T) {
		const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
		// The length is not a multiple of three bytes, so the last character has spare bits.
		token := s.SignLink(LinkSession, "int_12", 3)
		spellings := 0
		for _, c := range digits {
			if _, _, ok := s.ReadLink(LinkSession, token[:len(token)-1]+string(c)); ok {
				spellings++
			}
		}
		if spellings != 1 {
			t.Errorf("%d spellings are taken", spellings)
		}
	})
	if a, b := s.Derive("a"), s.Derive("b"); bytes.Equal(a, b) || len(a) != 32 || !bytes.Equal(a, s.Derive("a")) ||
		bytes.Equal(a, Secret("x").Derive("a")) {
		t.Errorf("keys differ by purpose and secret: got %x and %x", a, b)
	}
}

func TestPseudonym(t *testing.T) {
	t.Parallel()
	s := Secret(testSecret)
	a := s.Pseudonym("int_1", ann)
	if a != s.Pseudonym("int_1", ann) || a == s.Pseudonym("int_1", bob) || a == s.Pseudonym("int_2", ann) ||
		a == Secret("x").Pseudonym("int_1", ann) {
		t.Errorf("%s is not one name per scope, value and secret", a)
	}
	if s.Pseudonym("a", "bc") == s.Pseudonym("ab", "c") {
		t.Error("scope and value run together")
	}
	if strings.Contains(a, "ann") || len(a) != 10 {
		t.Errorf("got %s", a)
	}
}

func TestCursors(t *testing.T) {
	t.Parallel()
	s := Secret(testSecret)
	filter := func() InterviewFilter {
		from := mon(0, 0)
		return InterviewFilter{PostingID: "post_1", CandidateEmail: cleo, From: &from, ExcludeCanceled: true}
	}
	t.Run("gives back its place", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			p := Position{At: time.UnixMilli(rapid.Int64Range(-1<<45, 1<<45).Draw(t, "ms")).UTC(),
				ID: rapid.String().Draw(t, "id")}
			got, err := s.ReadInterviewsCursor("org_1", filter(), s.InterviewsCursor("org_1", filter(), p))
			if err != nil || got != p {
				t.Fatalf("got %v, %v; want %v", got, err, p)
			}
		})
	})
	t.Run("takes bounds that an offset moves out of the years 0 to 9999", func(t *testing.T) {
		p := Position{At: mon(15, 0), ID: "int_1"}
		for _, text := range []string{"0000-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"} {
			at, err := ParseBound("from", text)
			if err != nil {
				t.Fatal(err)
			}
			later := at.Add(1)
			c := s.InterviewsCursor("org_1", InterviewFilter{From: &at, UpdatedSince: &at}, p)
			if got, err := s.ReadInterviewsCursor("org_1", InterviewFilter{From: &at, UpdatedSince: &at}, c); err != nil ||
				got != p {
				t.Errorf("%s: got %v, %v; want %v", text, got, err, p)
			}
			wantRefusal(t, text, Invalid, "")(
				s.ReadInterviewsCursor("org_1", InterviewFilter{From: &later, UpdatedSince: &at}, c))
		}
	})
	cursor := s.InterviewsCursor("org_1", filter(), Position{At: mon(15, 0), ID: "int_1"})
	for name, read := range map[string]func() (Position, error){
		"of another organization": func() (Position, error) { return s.ReadInterviewsCursor("org_2", filter(), cursor) },
		"of another secret": func() (Position, error) {
			return Secret("x").ReadInterviewsCursor("org_1", filter(), cursor)
		},
		"without the filters": func() (Position, error) { return s.ReadInterviewsCursor("org_1", InterviewFilter{}, cursor) },
		"with another bound": func() (Position, error) {
			f := filter()
			*f.From = f.From.Add(time.Millisecond)
			return s.ReadInterviewsCursor("org_1", f, cursor)
		},
		"with a bound moved to another parameter": func() (Position, error) {
			f := filter()
			f.From, f.To = nil, f.From
			return s.ReadInterviewsCursor("org_1", f, cursor)
		},
		"with include_canceled changed": func() (Position, error) {
			f := filter()
			f.ExcludeCanceled = false
			return s.ReadInterviewsCursor("org_1", f, cursor)
		},
		"empty":  func() (Position, error) { return s.ReadInterviewsCursor("org_1", filter(), "") },
		"cut":    func() (Position, error) { return s.ReadInterviewsCursor("org_1", filter(), cursor[:len(cursor)-2]) },
		"words":  func() (Position, error) { return s.ReadInterviewsCursor("org_1", filter(), "next page please") },
		"padded": func() (Position, error) { return s.ReadInterviewsCursor("org_1", filter(), cursor+"=") },
		"a link": func() (Position, error) {
			return s.ReadInterviewsCursor("org_1", filter(), s.SignLink(LinkSession, "int_1", 0))
		},
		"too long": func() (Position, error) {
			return s.ReadInterviewsCursor("org_1", filter(), strings.Repeat("A", 100000))
		},
	} {
		if p, err := read(); KindOf(err) != Invalid || p != (Position{}) ||
			!strings.Contains(err.Error(), "cursor") || len(err.Error()) > 400 {
			t.Errorf("refuses one that is %s: got %v, %v", name, p, err)
		}
	}
	for n, other := range changedBits(t, cursor) {
		if _, err := s.ReadInterviewsCursor("org_1", filter(), other); err == nil {
			t.Errorf("bit %d can be changed", n)
		}
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	fresh := func(t *testing.T) string {
		t.Helper()
		k, err := NewKeySecret(rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	t.Run("look as decided, never twice the same", func(t *testing.T) {
		seen := map[string]bool{}
		for range 500 {
			k := fresh(t)
			body, ok := strings.CutPrefix(k, "litmus_sk_")
			if !ok || len(body) != 43+6 || strings.Trim(body, base62Digits) != "" || !WellFormedKey(k) || seen[k] {
				t.Fatalf("got %s", k)
			}
			seen[k] = true
		}
	})
	t.Run("the checksum finds typing errors", func(t *testing.T) {
		k := fresh(t)
		for n := len("litmus_sk_"); n < len(k); n++ {
			other := byte('a')
			if k[n] == other {
				other = 'b'
			}
			if wrong := k[:n] + string(other) + k[n+1:]; WellFormedKey(wrong) {
				t.Errorf("%s for %s was taken", wrong, k)
			}
		}
		for _, wrong := range []string{"", "litmus_sk_", k + "0", k[:len(k)-1], "litmus_pk_" + k[10:],
			strings.ToUpper(k), " " + k, "litmus_sk_" + strings.Repeat("é", 49)} {
			if WellFormedKey(wrong) {
				t.Errorf("%q was taken", wrong)
			}
		}
	})
	t.Run("every digit can stand in it", func(t *testing.T) {
		var all strings.Builder
		for range 60 {
			all.WriteString(fresh(t)[10:53])
		}
		for _, c := range base62Digits {
			if !strings.ContainsRune(all.String(), c) {
				t.Errorf("%c never occurred", c)
			}
		}
	})
	if k, err := NewKeySecret(bytes.NewReader(make([]byte, 42))); err == nil {
		t.Errorf("no entropy, no key: got %s", k)
	}
	t.Run("only a hash and the last four are kept", func(t *testing.T) {
		k := fresh(t)
		if h := HashKey(k); len(h) != 64 || h != HashKey(k) || h == HashKey(fresh(t)) || strings.Contains(h, k[10:20]) {
			t.Errorf("got %s", h)
		}
		if LastFour(k) != k[len(k)-4:] || LastFour("abc") != "abc" || LastFour("") != "" {
			t.Errorf("got %s", LastFour(k))
		}
	})
}

func TestScopes(t *testing.T) { // §5
	t.Parallel()
	k := Key{Scopes: []string{InterviewsWrite}}
	if k.Allows(InterviewsRead) || !k.Allows(InterviewsWrite) || !k.Allows(InterviewsRead, InterviewsWrite) ||
		k.Allows() {
		t.Error("read and write are independent; either of two scopes will do")
	}
	if legacy := (Key{}); !legacy.Allows(RolesRead) || !legacy.Allows("scopes:of_tomorrow") {
		t.Error("a legacy key is unrestricted until it is first edited")
	}
	if none := (Key{Scopes: []string{}}); none.Allows(RolesRead) {
		t.Error("an empty list allows something")
	}
	if full := (Key{Scopes: Scopes}); full.Allows("scopes:of_tomorrow") {
		t.Error("full access is a snapshot")
	}
	got, err := CheckScopes([]string{SubmissionsRead, RolesRead, SubmissionsRead, "archives:read"})
	if err != nil || strings.Join(got, " ") != "roles:read submissions:read archives:read" {
		t.Errorf("got %v, %v; want each once, in the order of §5", got, err)
	}
	for _, in := range [][]string{nil, {}, {"roles:write"}, {RolesRead, ""}, {"ROLES:READ"}} {
		wantRefusal(t, strings.Join(in, " "), Invalid, "")(CheckScopes(in))
	}
	if len(Scopes) != 13 {
		t.Errorf("§5 lists 13 scopes, here are %d", len(Scopes))
	}
}
