package inbox

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// Forget deletes the messages that were sent to the address, and those that name it, or the person's name unless that
// is "": letters about them to others. It may be called again after it failed.
func (c *Catcher) Forget(email, name string) error {
	c.mu.RLock()
	box := slices.Clone(c.box)
	c.mu.RUnlock()
	gone := map[string]bool{}
	for _, e := range box {
		about, err := c.about(e, email, name)
		if err != nil {
			return err
		}
		if !about {
			continue
		}
		if err := os.Remove(c.file(e.id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		gone[e.id] = true
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.box = slices.DeleteFunc(c.box, func(e entry) bool { return gone[e.id] })
	clear(c.byID)
	for n, e := range c.box {
		c.byID[e.id] = n
	}
	return nil
}

// about reports whether a message was sent to the address, or names it or the person.
func (c *Catcher) about(e entry, email, name string) (bool, error) {
	if e.sentTo(email) {
		return true, nil
	}
	l, err := readLetter(c.file(e.id))
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil // a process that was killed had begun
	}
	if err != nil {
		return false, err
	}
	text := strings.ToLower(strings.Join([]string{e.subject, l.text, l.html, l.ics}, "\n"))
	return strings.Contains(text, strings.ToLower(email)) ||
		name != "" && strings.Contains(text, strings.ToLower(name)), nil
}
