// Screenshots makes the pictures of the README anew, from the demonstration: it starts `litmus up` with nothing kept,
// and drives Chromium over the team's week, a candidate's page on a phone, and a letter. `make pictures` runs it.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"litmus/client"
)

const (
	folder   = "docs/screenshots"
	most     = 150_000          // octets of a picture
	patience = 15 * time.Minute // a first build
	watching = time.Minute      // of all pictures
)

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "screenshots:", err)
		os.Exit(1)
	}
}

// service is what `litmus up --json` says of itself.
type service struct {
	API, Inbox    string
	SigninURL     string `json:"signin_url"`
	Organizations []struct{ Key string }
}

func run(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "screenshots")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	program := filepath.Join(dir, "litmus")
	build := exec.CommandContext(ctx, "go", "build", "-o", program, "./cmd/litmus")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("build: %w", err)
	}
	up := exec.CommandContext(ctx, program, "up", "--ephemeral", "--json", "--addr=127.0.0.1:0",
		"--inbox-addr=127.0.0.1:0", "--temporal-addr=127.0.0.1:0", "--ui-addr=127.0.0.1:0")
	up.Stderr = os.Stderr
	up.Cancel = func() error { return up.Process.Signal(os.Interrupt) }
	said, err := up.StdoutPipe()
	if err == nil {
		err = up.Start()
	}
	if err != nil {
		return err
	}
	defer func() {
		_ = up.Process.Signal(os.Interrupt)
		_ = up.Wait()
	}()
	line, err := bufio.NewReader(said).ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("litmus up: %w", err)
	}
	var s service
	if err := json.Unmarshal(line, &s); err != nil {
		return err
	}
	c, err := client.New(s.API, s.Organizations[0].Key)
	if err != nil {
		return err
	}
	invited, letter, err := prepare(ctx, c, s)
	if err != nil {
		return err
	}
	return take(ctx, s, invited, letter)
}

// prepare invites somebody to pick a time, and books an interview. It returns the page to pick from and that of the
// letter.
func prepare(ctx context.Context, c *client.Client, s service) (invited, letter string, err error) {
	roles, err := c.Roles(ctx)
	if err != nil {
		return "", "", err
	}
	for _, role := range roles {
		pipeline, err := c.Pipeline(ctx, role.ID)
		if err != nil {
			return "", "", err
		}
		for _, track := range pipeline.Tracks {
			for _, step := range track.Steps {
				if invited, letter, err = offer(ctx, c, s, role.ID, step); err != nil || letter != "" {
					return invited, letter, err
				}
			}
		}
	}
	return "", "", errors.New("the demonstration offers no times")
}

// offer does that for a step, if it is a live one with enough times to choose from; else it returns nothing.
func offer(ctx context.Context, c *client.Client, s service, posting string, step client.Step) (invited,
	letter string, err error) {
	if step.DeliveryMode != "sync" || step.RoundID == "" {
		return "", "", nil
	}
	now := time.Now()
	slots, err := c.Slots(ctx, posting, step.RoundID, now.AddDate(0, 0, 3), now.AddDate(0, 0, 14))
	if err != nil || len(slots.Slots) < 8 {
		return "", "", err
	}
	invitation, err := c.Invite(ctx, client.InviteRequest{PostingID: posting, AssessmentID: step.AssessmentID,
		CandidateEmail: "alex@candidate.example", CandidateName: "Alex Moreau"})
	if err != nil {
		return "", "", err
	}
	slot := slots.Slots[3]
	if _, err := c.Book(ctx, client.BookingRequest{PostingID: posting, RoundID: step.RoundID,
		CandidateEmail: "robin@candidate.example", CandidateName: "Robin Sand", TimeZone: "Europe/Amsterdam",
		InterviewerEmail: slot.InterviewerEmails[0], ScheduledStartAt: slot.StartAt}); err != nil {
		return "", "", err
	}
	letter, err = confirmation(ctx, s.Inbox, "robin@candidate.example")
	return invitation.URL, letter, err
}

// confirmation waits for a letter to the address, and returns its page.
func confirmation(ctx context.Context, inbox, to string) (string, error) {
	for ; ctx.Err() == nil; time.Sleep(100 * time.Millisecond) {
		r, err := http.Get(inbox + "/messages.json")
		if err != nil {
			return "", err
		}
		body, err := io.ReadAll(r.Body)
		_ = r.Body.Close()
		var letters []struct {
			ID string
			To []string
		}
		if err == nil {
			err = json.Unmarshal(body, &letters)
		}
		if err != nil {
			return "", err
		}
		for _, l := range letters {
			if slices.Contains(l.To, to) {
				return inbox + "/messages/" + l.ID + "/html", nil
			}
		}
	}
	return "", ctx.Err()
}

// take takes the pictures.
func take(ctx context.Context, s service, invited, letter string) error {
	path, err := exec.LookPath("chromium-headless-shell")
	if err != nil {
		if path, err = exec.LookPath("chromium"); err != nil {
			return err
		}
	}
	alloc, cancel := chromedp.NewExecAllocator(ctx, append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.Flag("lang", "en-US"))...)
	defer cancel()
	tab, _ := chromedp.NewContext(alloc)
	defer func() { _ = chromedp.Cancel(tab) }()
	zone := chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		return t.Call(ctx, emulation.SetTimezoneOverride.Method,
			emulation.SetTimezoneOverrideParams{TimezoneID: "Europe/Amsterdam"}, nil)
	})
	if err := chromedp.Do(tab, zone); err != nil { // the browser lives as long as the first context
		return err
	}
	watched, end := context.WithTimeout(tab, watching)
	defer end()
	monday := time.Now().AddDate(0, 0, 7-(int(time.Now().Weekday())+6)%7)
	if err := chromedp.Do(watched, chromedp.EmulateViewport(1280, 800), chromedp.Navigate(s.SigninURL),
		chromedp.Click(chromedp.CSS("main form button")), chromedp.WaitReady(chromedp.CSS(".side"))); err != nil {
		return fmt.Errorf("sign in: %w", err)
	}
	for _, one := range []struct {
		name, page    string
		width, height int64
	}{
		{"week", s.API + "/dashboard/week?view=axis&day=" + monday.Format(time.DateOnly), 1280, 800},
		{"candidate", invited, 375, 740},
		{"letter", letter, 600, 800},
	} {
		err := chromedp.Do(watched, chromedp.EmulateViewport(one.width, one.height), chromedp.Navigate(one.page),
			chromedp.WaitReady(chromedp.CSS("body")))
		var picture []byte
		if err == nil {
			picture, err = chromedp.Run(watched, chromedp.CaptureScreenshot())
		}
		if err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
		if len(picture) > most {
			return fmt.Errorf("%s has %d octets, and at most %d are kept", one.name, len(picture), most)
		}
		if err := os.WriteFile(filepath.Join(folder, one.name+".png"), picture, 0o644); err != nil {
			return err
		}
	}
	return nil
}
