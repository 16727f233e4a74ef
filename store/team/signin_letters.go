package team

import (
	"cmp"
	"context"
	"slices"
	"time"

	"gorm.io/gorm"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/effect"
	"litmus/store/internal/db"
)

// AskForSignIn makes a link to sign in for each approved organization in which the address is a member's, and has a
// letter with these links sent (D6); known says that a browser asks that had signed in by that address before. A letter
// that is owed already has its links prolonged instead, so however often somebody asks, one letter leaves. wake is the
// row whose workflow sends it. asked is false if nobody is to be woken: the address is nobody's, it had as many letters
// as it may have (see [access.MaySendSignIn]), or the workflow of the letter that is owed is awake. Who asks must not
// learn which.
func (s *Store) AskForSignIn(ctx context.Context, email string, known bool) (wake models.PendingWake, asked bool,
	err error) {
	err = s.db.Tx(ctx, func(tx *gorm.DB) error {
		wake, asked = models.PendingWake{}, false
		orgs, err := organizationsOf(tx, email)
		if err != nil || len(orgs) == 0 {
			return err
		}
		first := slices.MinFunc(orgs, func(a, b db.OrganizationRecord) int {
			return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
		})
		now := s.db.Now()
		rows := make([]access.SignIn, len(orgs))
		var sent, left []access.SentLetter // those that the rows know of, and those that left since
		owed := -1
		for n, o := range orgs { // in the order of their ids, so that two who ask at once do not wait for each other
			row, told, err := s.lockSignIn(tx, o.ID, email)
			if err != nil {
				return err
			}
			if e := row.OwedSignIn(told, now); e != nil && e.Kind == effect.LetterSignIn {
				owed, rows[n] = n, row
				continue
			}
			rows[n] = row.Left(told)
			left = append(left, rows[n].Sent[len(row.Sent):]...)
			if lately := access.SentLately(row.Sent, now); len(lately) > len(sent) {
				sent = lately // a row of another organization may be newer and know of fewer
			}
		}
		if owed >= 0 {
			wake, asked, err = mergeLetter(tx, rows, owed, now)
			return err
		}
		sent = access.SentLately(append(sent, left...), now)
		if !access.MaySendSignIn(sent, known, now) {
			return nil
		}
		for _, row := range rows {
			row = row.AskedFor(now, known, row.OrgID == first.ID)
			row.Sent = sent
			if err := writeSignIn(tx, row); err != nil {
				return err
			}
			if row.OrgID == first.ID {
				wake, asked = wakeOf(row), true
			}
		}
		return nil
	})
	return wake, asked && err == nil, db.Wrap("ask for a sign-in link", err)
}

// mergeLetter lets the letter that one of the rows of an address owes stand for one more request: its links live on.
// Its workflow is woken only if it may not know of the letter yet, so that nobody keeps it busy by asking.
func mergeLetter(tx *gorm.DB, rows []access.SignIn, owed int, now time.Time) (wake models.PendingWake, asked bool,
	err error) {
	letter := rows[owed]
	for _, row := range rows {
		if err := writeSignIn(tx, row.AskedAgain(now, letter.ExpiresAt)); err != nil {
			return wake, false, err
		}
	}
	if letter.WokenRevision < letter.Revision {
		return wakeOf(letter), true, nil
	}
	return wake, false, nil
}

// wakeOf is the row as one whose workflow should be woken.
func wakeOf(row access.SignIn) models.PendingWake {
	return models.PendingWake{Entity: models.EntitySignIn, OrgID: row.OrgID, ID: row.ID, Revision: row.Revision}
}

// handOverLetters gives the letters with links that may not have left yet, of the organization's rows of these
// addresses, to rows of the same addresses in other organizations. It comes before the organization's links are ended:
// whoever takes somebody out of one organization does not keep them from signing in to another.
func (s *Store) handOverLetters(tx *gorm.DB, orgID string, emails []string) error {
	var rows []signInRecord
	if err := db.Of(tx.Clauses(db.ForUpdate), orgID).Where("email in ? and converged_revision < revision", emails).
		Order("email").Find(&rows).Error; err != nil {
		return db.Wrap("read letters with links", err)
	}
	for _, r := range rows {
		if !access.SignIn(r).AsksByMail(s.db.Now()) {
			continue
		}
		orgs, err := organizationsOf(tx, r.Email)
		if err != nil {
			return err
		}
		for _, o := range orgs {
			heir, err := db.Take[signInRecord](db.Of(tx.Clauses(db.ForUpdate), o.ID).Where("email = ?", r.Email))
			if err != nil {
				return err
			}
			if heir == nil || o.ID == orgID {
				continue
			}
			if row, ok := access.SignIn(*heir).TakesLetter(r.ExpiresAt); ok {
				if err := writeSignIn(tx, row); err != nil {
					return err
				}
				break
			}
		}
	}
	return nil
}

// organizationsOf reads the approved organizations in which the address is a member's, by their ids. The query does not
// begin with an organization: somebody who signs in has not named one.
func organizationsOf(tx *gorm.DB, email string) (rows []db.OrganizationRecord, err error) {
	err = tx.Raw(`select o.* from organizations o where o.approved and (
			exists (select 1 from members m where m.org_id = o.id and m.email = ?)
			or exists (select 1 from people p where p.org_id = o.id and p.email = ?)
			or exists (select 1 from posting_interviewers i where i.org_id = o.id and i.email = ? and i.named))
		order by o.id`, email, email, email).Scan(&rows).Error
	return rows, err
}

// MemberOrganizations lists the approved organizations in which the address is a member's, by their names.
func (s *Store) MemberOrganizations(ctx context.Context, email string) (out []models.Organization, err error) {
	rows, err := organizationsOf(s.db.Read.WithContext(ctx), email)
	for _, r := range rows {
		out = append(out, r.Model())
	}
	slices.SortFunc(out, func(a, b models.Organization) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return out, db.Wrap("list organizations of a member", err)
}

// SignInLedger is the row of a letter with links to sign in, with what was told of it and what the letter says.
type SignInLedger struct {
	access.SignIn
	Told         *effect.Entry // the letter that was sent last, nil for none
	Organization models.Organization
	Name         string            // of the member, "" if it is not known
	Role         models.MemberRole // of the member, "" if they are none any more
	Zone         string            // of the member, "" if it is not known
	Links        []SignInLink      // that the letter has and that can be used, in its order
	LinksEnd     time.Time         // until when they can be used
	Adder        models.Member     // who added them, if the letter tells that they are a member now
}

// SignInLink is a link of a letter.
type SignInLink struct{ Organization, Path string }

// SignInLedger reads a row of links to sign in, then its letter, as [effects.Store.InterviewLedger] does with an
// interview and its effects; [models.NotFound] when there is none of that id.
func (s *Store) SignInLedger(ctx context.Context, ref models.Ref) (a SignInLedger, err error) {
	tx := s.db.Read.WithContext(ctx)
	row, err := db.Must[signInRecord](db.Of(tx, ref.OrgID).Where("id = ?", ref.ID),
		models.NotFoundf("sign-in %s not found", models.Quote(ref.ID)))
	if err != nil {
		return a, db.Wrap("read sign-in", err)
	}
	a.SignIn = access.SignIn(row)
	if err = s.readSignInWords(tx, &a); err != nil {
		return a, db.Wrap("read sign-in", err)
	}
	a.Told, err = readSignInEntry(tx, ref.OrgID, ref.ID)
	return a, db.Wrap("read sign-in", err)
}

// readSignInWords reads what the letter says. Links that were asked for together have the same end, by which the newest
// of the letter's row finds the others; those that were used since are not among the living ones.
func (s *Store) readSignInWords(tx *gorm.DB, a *SignInLedger) error {
	var err error
	if a.Organization, err = db.ReadOrganization(tx, "id", a.OrgID); err != nil {
		return err
	}
	members, err := ReadMembers(tx, a.OrgID, " and email = ?", a.Email)
	if err != nil || len(members) == 0 { // removed since: then there is nothing to send
		return err
	}
	a.Name, a.Role = members[0].Name, members[0].Role
	person, err := db.Take[db.PersonRecord](db.Of(tx, a.OrgID).Where("email = ?", a.Email))
	if err != nil {
		return err
	}
	if person != nil {
		a.Zone = person.TimeZone
	}
	if a.AddedAt != nil {
		if err := readAdder(tx, a); err != nil {
			return err
		}
		return s.readMemberLink(tx, a)
	}
	if a.CheckLink(a.Revision, s.db.Now()) != nil { // used or replaced since, or run out
		return nil
	}
	a.LinksEnd = a.ExpiresAt
	orgs, err := organizationsOf(tx, a.Email)
	if err != nil {
		return err
	}
	slices.SortFunc(orgs, func(x, y db.OrganizationRecord) int {
		return cmp.Or(cmp.Compare(x.Name, y.Name), cmp.Compare(x.ID, y.ID))
	})
	var rows []signInRecord
	if err := tx.Where("email = ?", a.Email).Find(&rows).Error; err != nil {
		return err
	}
	for _, o := range orgs {
		for _, r := range rows {
			if link, alive := access.SignIn(r).LinkUntil(a.ExpiresAt); alive && r.OrgID == o.ID {
				a.Links = append(a.Links, SignInLink{o.Name, access.PathToSignIn(s.db.Secret(), link)})
			}
		}
	}
	return nil
}

// MarkSignInConverged notes that nothing is owed for the row as it was read, as [wakes.Store.MarkConverged] does for an
// interview.
func (s *Store) MarkSignInConverged(row access.SignIn) {
	if row.ConvergedRevision == row.Revision && row.NextDueAt == nil {
		return
	}
	s.db.Batch.Later(func(tx *gorm.DB) error {
		return db.Of(tx.Model(&signInRecord{}), row.OrgID).Where("id = ? and revision = ?", row.ID, row.Revision).
			Updates(map[string]any{"converged_revision": row.Revision, "next_due_at": nil}).Error
	})
}
