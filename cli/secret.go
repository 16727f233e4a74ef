package cli

import (
	"net/netip"
	"net/url"
	"strings"
)

// exampleSecret is the secret in .env.example, so everybody knows it.
const exampleSecret = "for-trying-out-on-this-machine-only"

// leastVariety is how many different bytes a secret must have. Of secrets of 32 random hexadecimal digits, the smallest
// alphabet in use, one in 27 million has fewer. What a person types to fill 32 bytes, such as one key held down, mostly
// has fewer.
const leastVariety = 8

// checkSecret returns a usage error for a secret that can be guessed, because it is enough to make the links of every
// candidate. A service that only this machine can reach may have one; while there is no base URL yet it is taken for
// such a service.
func (c config) checkSecret() error {
	if c.Secret == "" || c.BaseURL == "" || isLoopbackURL(c.BaseURL) {
		return nil
	}
	const advice = "make one with `openssl rand -hex 32`"
	if c.Secret == exampleSecret {
		return usagef("LITMUS_SECRET is that of .env.example, which everybody knows, and LITMUS_BASE_URL is not "+
			"loopback: %s", advice)
	}
	if variety(c.Secret) < leastVariety {
		return usagef("LITMUS_SECRET has fewer than %d different characters, and LITMUS_BASE_URL is not loopback: %s",
			leastVariety, advice)
	}
	return nil
}

// variety counts the different bytes.
func variety(s string) int {
	seen := map[byte]bool{}
	for i := range len(s) {
		seen[s[i]] = true
	}
	return len(seen)
}

func isLoopbackURL(origin string) bool {
	u, err := url.Parse(origin)
	if err != nil {
		return false
	}
	a, err := netip.ParseAddr(u.Hostname())
	return err == nil && a.Unmap().IsLoopback() || strings.EqualFold(u.Hostname(), "localhost")
}

const masked = "xxxxx" // as [url.URL.Redacted] has it

// maskURL masks the credentials in a URL, which may follow a provider's name: http=https://…. It also masks user names,
// since mail providers use tokens there, but not those of databases. What is not a URL, or may have a password in
// another place, is masked as a whole.
func maskURL(s string) string {
	if strings.HasPrefix(s, "sqlite:") {
		return s
	}
	if kind, rest, named := strings.Cut(s, "="); named && !strings.Contains(kind, ":") {
		return kind + "=" + maskURL(rest)
	}
	u, err := url.Parse(s)
	if err != nil || strings.Contains(u.Path+u.Fragment, "@") {
		return "********"
	}
	q, err := url.ParseQuery(u.RawQuery)
	if err != nil || u.User == nil && strings.Contains(u.RawQuery, "@") {
		return "********"
	}
	for name := range q {
		if isCredential(name) {
			q.Set(name, masked)
			u.RawQuery = q.Encode()
		}
	}
	if u.User != nil {
		name := u.User.Username()
		if !strings.HasPrefix(u.Scheme, "postgres") {
			name = masked
		}
		if _, has := u.User.Password(); has {
			u.User = url.UserPassword(name, masked)
		} else {
			u.User = url.User(name)
		}
	}
	return u.String()
}

// isCredential reports whether a parameter of a database's URL contains a credential, such as password or sslpassword.
func isCredential(name string) bool {
	name = strings.ToLower(name)
	for _, part := range []string{"password", "secret", "token"} {
		if strings.Contains(name, part) {
			return true
		}
	}
	return false
}
