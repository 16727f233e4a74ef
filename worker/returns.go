package worker

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"time"

	"litmus/models/effect"
	"litmus/ports/mailbox"
	"litmus/store"
)

// Returns reads the mailbox every minute for letters that came back, until ctx ends. address is what letters are sent
// from, as the envelope has it; a report counts only at the address of the one letter that it is about
// ([effect.Entry.ReturnTag]). Every worker that sends letters reads the mailbox: two that read a report at once note
// the same, and no workflow waits for it.
func Returns(ctx context.Context, s *store.Store, box *mailbox.Mailbox, address string, log *slog.Logger) {
	tick := time.NewTicker(returnsEvery)
	defer tick.Stop()
	for failing := false; ; {
		noted, err := readReturns(ctx, s, box, address)
		if noted > 0 {
			log.Info("letters came back", "letters", noted)
		}
		switch {
		case err != nil && ctx.Err() == nil && !failing:
			log.Warn("the mailbox of letters that come back cannot be read", "error", err)
		case err == nil && failing:
			log.Info("the mailbox of letters that come back can be read again")
		}
		failing = err != nil
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

const returnsEvery = time.Minute

// readReturns reads what is unread, and returns how many letters it noted.
func readReturns(ctx context.Context, s *store.Store, box *mailbox.Mailbox, address string) (noted int, err error) {
	err = box.Read(ctx, func(m mailbox.Message) error {
		if m.Failed == "" {
			return nil
		}
		for _, tag := range tagsOf(address, m.To) {
			one, err := s.Effects.Returned(ctx, tag, m.Failed)
			if err != nil {
				return err
			}
			if one {
				noted++
			}
		}
		return nil
	})
	return noted, err
}

// maxTags is how many letters a report can be about: it comes to the address of one, which several headers may name.
const maxTags = 3

// tagsOf are what stands behind the plus sign in those of the addresses that are otherwise this one.
func tagsOf(address string, to []string) (tags []string) {
	local, domain, _ := strings.Cut(strings.ToLower(address), "@")
	for _, a := range to {
		behind, ours := strings.CutPrefix(a, local+"+")
		if tag, here := strings.CutSuffix(behind, "@"+domain); ours && here && len(tag) <= effect.MaxReturnTag &&
			len(tags) < maxTags && !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	return tags
}
