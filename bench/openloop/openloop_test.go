package openloop_test

import (
	"context"
	"fmt"
	"math"
	"net/smtp"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"litmus/bench/openloop"
)

func TestRun(t *testing.T) {
	t.Parallel()

	t.Run("an arrival does not wait for answers", func(t *testing.T) {
		t.Parallel()
		var all sync.WaitGroup
		all.Add(20)
		twenty := openloop.Evenly(1000, 20*time.Millisecond)
		answers, err := openloop.Run(t.Context(), time.Now(), twenty, func(n int) (string, error) {
			all.Done()
			all.Wait() // none is answered before all were sent: a closed loop would never end
			return fmt.Sprint("int_", n), nil
		})
		if err != nil || len(answers) != 20 || answers[19].ID != "int_19" {
			t.Errorf("got %d answers, %v", len(answers), err)
		}
	})

	t.Run("it ends with its context and keeps what was answered", func(t *testing.T) {
		t.Parallel()
		ctx, stop := context.WithCancel(t.Context())
		answers, err := openloop.Run(ctx, time.Now(), openloop.Evenly(1000, time.Hour), func(n int) (string, error) {
			if n == 2 {
				stop()
			}
			return "sent", nil
		})
		if err != nil || len(answers) < 3 || len(answers) > 1000 {
			t.Fatalf("got %d answers, %v", len(answers), err)
		}
		for n, a := range answers {
			if a.ID != "sent" {
				t.Errorf("answer %d is %+v: it was never sent", n, a)
			}
		}
	})
}

func TestPercentile(t *testing.T) {
	t.Parallel()
	twenty := make([]int, 20)
	for n := range twenty {
		twenty[n] = 20 - n // 20 down to 1: not sorted
	}
	for _, c := range []struct {
		values []int
		share  float64
		want   int
	}{{twenty, 0.95, 19}, {twenty, 0.5, 10}, {twenty, 1, 20}, {twenty, 0, 1}, {[]int{7}, 0.95, 7},
		{[]int{1, 2, 3}, 0.5, 2}} {
		if got := openloop.Percentile(c.values, c.share); got != c.want {
			t.Errorf("the percentile %v of %v is %d, want %d", c.share, c.values, got, c.want)
		}
	}
	if twenty[0] != 20 {
		t.Error("the values were reordered")
	}
}

// flow is a load of 20 bookings a second for a minute whose letters, two each, leave in order at the given rate of
// bookings.
func flow(begin time.Time, rate float64) (bookings []openloop.Answer, letters []openloop.Letter) {
	sent := begin
	for n, at := range openloop.Evenly(20, time.Minute) {
		a := openloop.Answer{Due: begin.Add(at), Done: begin.Add(at + 3*time.Millisecond), ID: fmt.Sprint("int_", n)}
		if sent.Before(a.Done) {
			sent = a.Done
		}
		sent = sent.Add(time.Duration(float64(time.Second) / rate))
		bookings = append(bookings, a)
		for k := range 2 {
			letters = append(letters, openloop.Letter{ID: fmt.Sprintf("%s.%d", a.ID, k), About: a.ID, At: sent})
		}
	}
	return bookings, letters
}

func TestGrowth(t *testing.T) {
	t.Parallel()
	begin := time.Unix(1800000000, 0)
	for _, c := range []struct {
		rate, least, most float64
	}{
		{1000, -0.001, 0.001}, // keeps up
		{20.1, -0.001, 0.001}, // barely
		{15, 0.24, 0.26},      // sends three quarters of what it is offered
		{10, 0.49, 0.51},
	} {
		bookings, letters := flow(begin, c.rate)
		if got := openloop.Growth(bookings, letters, 2, begin, time.Minute); got < c.least || got > c.most ||
			math.IsNaN(got) {
			t.Errorf("20 bookings a second, letters of %v: growth %.3f, want %v to %v", c.rate, got, c.least, c.most)
		}
	}
	bookings, letters := flow(begin, 1000)
	for n := range letters { // all two seconds late, as many as ever: flat
		letters[n].At = letters[n].At.Add(2 * time.Second)
	}
	if got := openloop.Growth(bookings, letters, 2, begin, time.Minute); math.Abs(got) > 0.01 {
		t.Errorf("letters that are late by the same time throughout: growth %.3f, want 0", got)
	}
}

func TestDelays(t *testing.T) {
	t.Parallel()
	at := func(ms int) time.Time { return time.Unix(1800000000, 0).Add(time.Duration(ms) * time.Millisecond) }
	bookings := []openloop.Answer{{ID: "int_a", Done: at(0)}, {ID: "int_b", Done: at(100)}}
	letters := []openloop.Letter{
		{ID: "1", About: "int_b", At: at(90)}, // was there before the answer was read
		{ID: "2", About: "int_a", At: at(40)},
		{ID: "3", About: "cand_x", At: at(41)}, // of another load
		{ID: "4", About: "int_a", At: at(50)},
		{ID: "5", About: "int_b", At: at(8900)},
	}
	got, err := openloop.Delays(bookings, letters, 2)
	want := []time.Duration{40 * time.Millisecond, 50 * time.Millisecond, 0, 8800 * time.Millisecond}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	for name, bad := range map[string][]openloop.Letter{
		"a letter is missing":   letters[:4],
		"a letter came twice":   append(slices.Clone(letters), openloop.Letter{ID: "3", About: "cand_x", At: at(9000)}),
		"a booking has a third": append(slices.Clone(letters), openloop.Letter{ID: "6", About: "int_a", At: at(9000)}),
	} {
		if _, err := openloop.Delays(bookings, bad, 2); err == nil {
			t.Errorf("%s, and nobody says so", name)
		}
	}
	if _, err := openloop.Delays([]openloop.Answer{{}}, nil, 0); err == nil {
		t.Error("a booking without an id matches anything")
	}
}

func TestFolder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("18fa000000000002.eml", "X-Envelope: {}\r\nSubject: Second\r\nMessage-ID:\r\n "+
		"<int_b.1.briefing.abc@localhost>\r\n"+
		"\r\nMessage-ID: <no>\r\n")
	write("18fa000000000001.eml", "X-Envelope: {}\r\nMessage-ID: <int_a.1.confirmation.abc@localhost>\r\n\r\n")
	write("18fa000000000003.eml", "Message-Id: <cand_c.invitation@localhost>\r\n\r\n")
	write("4711.partial", "half")
	f := openloop.Folder(dir)
	if n, err := f.Count(); n != 3 || err != nil {
		t.Errorf("the folder holds %d letters, %v, want 3", n, err)
	}
	got, err := f.Since(0)
	want := []openloop.Letter{
		{"int_a.1.confirmation.abc@localhost", "int_a", "confirmation", time.Unix(0, 0x18fa000000000001)},
		{"int_b.1.briefing.abc@localhost", "int_b", "briefing", time.Unix(0, 0x18fa000000000002)},
		{"cand_c.invitation@localhost", "cand_c", "invitation", time.Unix(0, 0x18fa000000000003)},
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	if got, err := f.Since(2); err != nil || len(got) != 1 || got[0].About != "cand_c" {
		t.Errorf("after the first two: %v, %v", got, err)
	}
	write("18fa000000000004.eml", "Subject: nothing\r\n\r\nMessage-ID: <in the body>\r\n")
	if _, err := f.Since(3); err == nil {
		t.Error("a letter without Message-ID is passed over in silence")
	}
}

func TestServer(t *testing.T) {
	t.Parallel()
	s, err := openloop.Listen()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	before := time.Now()
	for _, id := range []string{"int_a.1.confirmation.x@h", "int_a.1.briefing.y@h"} {
		message := []byte("Message-ID: <" + id + ">\r\n\r\nHello\r\n")
		if err := smtp.SendMail(s.Addr, nil, "a@bench.example", []string{"b@bench.example"}, message); err != nil {
			t.Fatal(err)
		}
	}
	if n, err := s.Count(); n != 2 || err != nil {
		t.Errorf("it holds %d letters, %v, want 2", n, err)
	}
	got, err := s.Since(1)
	if err != nil || len(got) != 1 || got[0].About != "int_a" || got[0].Kind != "briefing" {
		t.Fatalf("got %+v, %v", got, err)
	}
	if at := got[0].At; at.Before(before) || at.After(time.Now()) {
		t.Errorf("it was accepted at %s, want after %s", at, before)
	}
}
