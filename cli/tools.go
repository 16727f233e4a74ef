package cli

import (
	"net"

	"litmus/models"
)

// devTools are the listeners of the development tools of `litmus up`. None of them has a password, so they listen on
// loopback unless --expose-dev is given.
type devTools struct {
	ui, inbox net.Listener // inbox is nil if letters go to a real mail server
	exposed   []string     // names of the tools that other machines can reach
}

// listenTools opens the listeners before anything is started. Temporal opens its own, so here its address is only
// tried.
func (cmd *upCommand) listenTools(withInbox bool, undo *stack) (t devTools, err error) {
	for _, one := range []struct {
		listening
		what string
		to   *net.Listener // nil: only tried
		want bool
	}{
		{listening{"--temporal-addr", cmd.TemporalAddr}, "Temporal", nil, true},
		{listening{"--ui-addr", cmd.UIAddr}, "the Temporal UI", &t.ui, true},
		{listening{"--inbox-addr", cmd.InboxAddr}, "the inbox", &t.inbox, withInbox},
	} {
		if !one.want {
			continue
		}
		l, err := one.listen()
		if err != nil {
			return devTools{}, err
		}
		if one.to == nil {
			l.Close()
		} else {
			*one.to = l
			undo.push(func() { l.Close() })
		}
		if err := one.checkExposed(l, one.what, cmd.ExposeDev); err != nil {
			return devTools{}, err
		} else if !loopbackOnly(l) {
			t.exposed = append(t.exposed, one.what)
		}
	}
	return t, nil
}

// checkExposed returns a usage error for a listener that other machines reach, unless that is allowed.
func (x listening) checkExposed(l net.Listener, what string, allowed bool) error {
	if loopbackOnly(l) || allowed {
		return nil
	}
	return usagef("%s %s is not loopback: others could use %s without a password; --expose-dev allows it", x.name,
		models.Quote(x.addr), what)
}

func loopbackOnly(l net.Listener) bool { return l.Addr().(*net.TCPAddr).IP.IsLoopback() }

// hostIn returns the host of an address.
func hostIn(addr string) string {
	host, _, _ := net.SplitHostPort(addr)
	return host
}
