package openloop

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
)

// Letter is a letter that a mail server accepted.
type Letter struct {
	ID    string    // its Message-ID without angle brackets
	About string    // the id of the interview or the invitation's candidate, with which the Message-ID begins
	Kind  string    // such as confirmation or reminder_1h
	At    time.Time // when it was accepted
}

// Sink is where letters arrive.
type Sink interface {
	Count() (int, error)           // letters accepted so far
	Since(n int) ([]Letter, error) // those after the first n, oldest first
}

// readLetter reads the head of a message for what it is about.
func readLetter(r io.Reader, at time.Time) (Letter, error) {
	lines := bufio.NewScanner(r)
	for lines.Scan() && lines.Text() != "" {
		name, value, _ := strings.Cut(lines.Text(), ":")
		if !strings.EqualFold(name, "Message-ID") {
			continue
		}
		if strings.TrimSpace(value) == "" && lines.Scan() {
			value = lines.Text() // folded
		}
		l := Letter{ID: strings.Trim(value, " \t<>"), At: at}
		local, _, _ := strings.Cut(l.ID, "@")
		parts := strings.Split(local, ".")
		l.About = parts[0]
		switch len(parts) {
		case 2: // cand_….invitation
			l.Kind = parts[1]
		case 4: // int_….REVISION.KIND.PSEUDONYM
			l.Kind = parts[2]
		}
		return l, nil
	}
	return Letter{}, errors.Join(lines.Err(), errors.New("a letter without Message-ID"))
}

// Delays are how long after its answer each letter of the bookings was accepted. Each booking has a number of letters,
// given as each: a missing one is an error, and so is one that came twice. Letters about something else are passed
// over. A letter that was there before its answer was read counts 0.
func Delays(bookings []Answer, letters []Letter, each int) ([]time.Duration, error) {
	byID := make(map[string]bool, len(letters))
	about := make(map[string][]Letter, len(bookings))
	for _, l := range letters {
		if byID[l.ID] {
			return nil, fmt.Errorf("the letter %s was sent twice", l.ID)
		}
		byID[l.ID] = true
		about[l.About] = append(about[l.About], l)
	}
	var out []time.Duration
	for _, b := range bookings {
		if b.ID == "" || len(about[b.ID]) != each {
			return nil, fmt.Errorf("booking %q has %d letters, want %d", b.ID, len(about[b.ID]), each)
		}
		for _, l := range about[b.ID] {
			out = append(out, max(l.At.Sub(b.Done), 0))
		}
	}
	return out, nil
}
