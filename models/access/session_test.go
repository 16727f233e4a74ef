package access

import (
	"bytes"
	"crypto/rand"
	"errors"
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/keyring"
)

func TestSessionEnds(t *testing.T) { // D8
	t.Parallel()
	began := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct{ seen, ends time.Duration }{
		{0, 12 * time.Hour},
		{100 * time.Hour, 112 * time.Hour},
		{160 * time.Hour, 168 * time.Hour}, // 7 days count before 12 hours
	} {
		s := Session{CreatedAt: began, SeenAt: began.Add(c.seen), ExpiresAt: began.Add(SessionMax)}
		end := began.Add(c.ends)
		if !s.EndsAt().Equal(end) || !s.LiveAt(end.Add(-time.Millisecond)) || s.LiveAt(end) {
			t.Errorf("seen after %s it ends at %s, want %s", c.seen, s.EndsAt(), end)
		}
	}
}

func TestSessionToken(t *testing.T) { // D8
	t.Parallel()
	one, err := NewSessionToken(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	two, _ := NewSessionToken(rand.Reader)
	verify.Each(t, "tokens", verify.Fields{"one": {one, verify.Not{two}}, "len(one)": {len(one), 43},
		"WellFormedSessionToken(one)": {WellFormedSessionToken(one), true},
		"HashSessionToken(one)":       {HashSessionToken(one), verify.Not{HashSessionToken(two)}},
		"HashSessionToken(one) lacks": {HashSessionToken(one), verify.Lacks{one}}})
	if _, err := NewSessionToken(bytes.NewReader(make([]byte, 31))); err == nil {
		t.Error("a token was made of 31 bytes")
	}
	for _, bad := range []string{"", one[1:], one + "A", one + "\n", " " + one, strings.Repeat("!", 43)} {
		if WellFormedSessionToken(bad) {
			t.Errorf("%q is taken for a token", bad)
		}
	}
}

func TestBrowserLabel(t *testing.T) {
	t.Parallel()
	for agent, want := range map[string]string{
		"": "A browser",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36 " +
			"Edg/150.0": "Edge on Windows",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 " +
			"Safari/605.1.15": "Safari on macOS",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) " +
			"CriOS/150.0 Mobile/15E148 Safari/604.1": "Chrome on iPhone",
		"Mozilla/5.0 (Linux; Android 16; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Mobile " +
			"Safari/537.36": "Chrome on Android",
		"Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0": "Firefox on Linux",
		"curl/8.16.0": "curl", "<script>alert(1)</script>": "A browser",
	} {
		if got := BrowserLabel(agent); got != want {
			t.Errorf("%q is %q, want %q", agent, got, want)
		}
	}
}

func TestSignInLink(t *testing.T) { // D5
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	row := SignIn{OrgID: "org_1", ID: "sgn_1", Email: "ann@x.io", ExpiresAt: now}
	if err := row.CheckLink(0, now); !errors.Is(err, ErrDeadSignIn) {
		t.Errorf("before there is a link: %v", err)
	}
	first := row.Fresh(now)
	second := first.Fresh(now.Add(time.Minute))
	letter := first.AskedFor(now.Add(time.Minute), false, true)
	late := letter.AskedFor(now.Add(15*time.Minute), false, true)
	for _, c := range []struct {
		about string
		row   SignIn
		epoch int64
		at    time.Time
		ok    bool
	}{
		{"a new link", first, first.Epoch, now, true},
		{"at its last moment", first, first.Epoch, now.Add(15*time.Minute - time.Millisecond), true},
		{"after 15 minutes", first, first.Epoch, now.Add(15 * time.Minute), false},
		{"after a newer one", second, first.Epoch, now.Add(time.Minute), false},
		{"the newer one", second, second.Epoch, now.Add(15 * time.Minute), true},
		{"after it was used", second.Used(now.Add(time.Minute)), second.Epoch, now.Add(2 * time.Minute), false},
		{"after a letter that anybody asked for", letter, first.Epoch, now.Add(2 * time.Minute), true},
		{"the letter's", letter, letter.Epoch, now.Add(2 * time.Minute), true},
		{"the letter does not prolong it", letter, first.Epoch, now.Add(15 * time.Minute), false},
		{"one that expired is forgotten", late, first.Epoch, now, false},
		{"after the letter's was used", letter.Used(now.Add(time.Minute)), first.Epoch, now.Add(2 * time.Minute),
			false},
		{"after an operator's", letter.Fresh(now.Add(time.Minute)), letter.Epoch, now.Add(2 * time.Minute), false},
		{"the epoch after a use", second.Used(now), second.Epoch + 1, now, false},
	} {
		if err := c.row.CheckLink(c.epoch, c.at); (err == nil) != c.ok {
			t.Errorf("%s: %v", c.about, err)
		}
	}
	secret := keyring.Secret("0123456789abcdef0123456789abcdef")
	path := PathToSignIn(secret, first)
	org, id, epoch, ok := ReadSignIn(secret, strings.TrimPrefix(path, models.SignInPath))
	if !ok {
		t.Fatalf("%s names %s %s %d %t", path, org, id, epoch, ok)
	}
	verify.Each(t, path, verify.Fields{"org": {org, "org_1"}, "id": {id, "sgn_1"}, "epoch": {epoch, first.Epoch},
		"path lacks": {path, verify.Lacks{"ann"}}})

	welcome := strings.TrimPrefix(PathToWelcome(secret, now.Add(time.Minute)), models.WelcomePath)
	if !Welcomes(secret, welcome, now) || Welcomes(secret, welcome, now.Add(time.Minute)) ||
		Welcomes(secret, welcome+"A", now) || Welcomes(secret, secret.SignLink(LinkSignIn, "", 1<<40), now) {
		t.Error("a link that makes the first organization is good at the wrong time, or another one is")
	}
}
