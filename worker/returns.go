package worker

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/effect"
	"litmus/ports/mailbox"
	"litmus/store"
	"litmus/store/bookings"
)

// Returns reads the mailbox every minute for letters that came back and for what calendar programs answer to
// invitations, until ctx ends. address is what letters are sent from, as the envelope has it; a report counts only at
// the address of the one letter that it is about ([effect.Entry.ReturnTag]), and an answer at that of who answers
// ([effect.AnswerTag]). host is that of the events' UIDs. Every worker that sends letters reads the mailbox: two that
// read a message at once note the same, and no workflow waits for it.
func Returns(ctx context.Context, s *store.Store, box *mailbox.Mailbox, address, host string, log *slog.Logger) {
	tick := time.NewTicker(returnsEvery)
	defer tick.Stop()
	for failing := false; ; {
		noted, answered, err := readReturns(ctx, s, box, address, host)
		if noted > 0 {
			log.Info("letters came back", "letters", noted)
		}
		if answered > 0 {
			log.Info("invitations were answered by mail", "answers", answered)
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

// readReturns reads what is unread, and returns how many letters and answers it noted. Whoever is to act on an answer
// is woken by the relay.
func readReturns(ctx context.Context, s *store.Store, box *mailbox.Mailbox, address, host string) (noted, answered int,
	err error) {
	err = box.Read(ctx, func(m mailbox.Message) error {
		if m.Failed == "" && m.Reply == nil {
			return nil
		}
		for _, tag := range tagsOf(address, m.To) {
			if m.Reply != nil {
				one, err := answer(ctx, s, host, tag, *m.Reply)
				if err != nil {
					return err
				}
				if one {
					answered++
				}
				continue
			}
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
	return noted, answered, err
}

// answer notes what a calendar program answers.
func answer(ctx context.Context, s *store.Store, host, tag string, r mailbox.Reply) (noted bool, err error) {
	response := models.Response(r.Response)
	if !slices.Contains(models.Responses, response) { // delegated, or not answered yet
		return false, nil
	}
	_, noted, err = s.Bookings.AnswerByMail(ctx, host, bookings.MailedAnswer{Tag: tag, UID: r.UID, Email: r.Attendee,
		Response: response, Sequence: r.Sequence, Sent: r.Sent})
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
