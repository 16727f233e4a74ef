package store

import (
	"slices"

	"litmus/models"
)

// applyPrune removes what is not in the file. Rows that refer to others are removed before those; what is still
// referred to is kept and reported.
func (a *applier) applyPrune() error {
	if !a.prune {
		return nil
	}
	for _, prune := range []func() error{a.pruneSubmissions, a.pruneImports, a.prunePipelines, a.prunePostings,
		a.prunePeople, a.pruneAssessments} {
		if err := prune(); err != nil {
			return err
		}
	}
	return nil
}

// remove deletes the row unless query finds rows that refer to it; the arguments of query are the organization and the
// row's id. by says, for the report, what refers to it.
func (a *applier) remove(kind, name, table, id, by, query string) (removed bool, err error) {
	var found int
	if err := a.tx.Raw("select count(*) from "+query, a.org.ID, id).Scan(&found).Error; err != nil {
		return false, wrap("look for what refers to "+kind+" "+name, err)
	}
	if found > 0 {
		a.note("kept %s %s: %s", kind, name, by)
		return false, nil
	}
	a.note("removed %s %s", kind, name)
	return true, wrap("remove "+kind+" "+name, a.tx.Exec("delete from "+table+" where org_id = ? and id = ?",
		a.org.ID, id).Error)
}

func (a *applier) pruneSubmissions() error {
	known, err := a.readSubmissions()
	if err != nil {
		return err
	}
	for _, key := range sortedKeys(known) {
		if _, named := a.out.Submissions[key]; named {
			continue
		}
		x := known[key]
		if err := a.tx.Exec("delete from submissions where org_id = ? and id = ?", a.org.ID, x.ID).Error; err != nil {
			return err
		}
		a.note("removed submission %s", key)
		if err := a.pruneCandidate(x.CandidateID); err != nil {
			return err
		}
	}
	return nil
}

// pruneImports removes imports with their interviews, unless somebody was told of the interview.
func (a *applier) pruneImports() error {
	known, err := a.readImports()
	if err != nil {
		return err
	}
	for _, key := range sortedKeys(known) {
		if _, named := a.out.Imports[key]; named {
			continue
		}
		i, err := a.lockImported(known[key].InterviewID)
		if err != nil {
			return err
		}
		var told int
		if err := a.tx.Raw("select count(*) from effects where org_id = ? and interview_id = ?",
			a.org.ID, i.ID).Scan(&told).Error; err != nil {
			return err
		}
		if told > 0 || !i.Imported() {
			a.note("kept import %s: people were told of interview %s, or it was booked anew", key, i.ID)
			continue
		}
		for _, q := range []string{
			"delete from imports where org_id = ? and interview_id = ?",
			"delete from artifacts where org_id = ? and interview_id = ?",
			"delete from interviews where org_id = ? and id = ?",
		} {
			if err := a.tx.Exec(q, a.org.ID, i.ID).Error; err != nil {
				return err
			}
		}
		a.note("removed import %s", key)
		if err := a.pruneCandidate(i.CandidateID); err != nil {
			return err
		}
	}
	return nil
}

// pruneCandidate removes a candidate who was never invited and has neither interview nor submission.
func (a *applier) pruneCandidate(id string) error {
	return a.tx.Exec(`delete from candidates where org_id = ? and id = ? and invited_at is null
		and not exists (select 1 from interviews i where i.org_id = candidates.org_id
		and i.candidate_id = candidates.id)
		and not exists (select 1 from submissions s where s.org_id = candidates.org_id
			and s.candidate_id = candidates.id)`, a.org.ID, id).Error
}

// prunePipelines removes steps and tracks of the postings that are in the file.
func (a *applier) prunePipelines() error {
	for _, p := range a.sorted() {
		if !p.named {
			continue
		}
		for _, t := range p.tracks {
			kept := 0
			for _, r := range t.rounds {
				if r.named {
					continue
				}
				removed, err := a.remove("step", p.Key+"/"+t.Key+"/"+r.Key, "rounds", r.ID, "it has interviews",
					"interviews where org_id = ? and round_id = ?")
				if err != nil {
					return err
				}
				if !removed {
					kept++
				}
			}
			if t.named {
				continue
			}
			if kept > 0 {
				a.note("kept track %s/%s: it has steps", p.Key, t.Key)
				continue
			}
			if _, err := a.remove("track", p.Key+"/"+t.Key, "tracks", t.ID, "it has candidates",
				"candidates where org_id = ? and track_id = ?"); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *applier) prunePostings() error {
	for _, p := range a.sorted() {
		if p.named {
			continue
		}
		var candidates int
		if err := a.tx.Raw("select count(*) from candidates where org_id = ? and posting_id = ?",
			a.org.ID, p.ID).Scan(&candidates).Error; err != nil {
			return err
		}
		if candidates > 0 {
			a.note("kept posting %s: it has candidates", p.Key)
			continue
		}
		for _, table := range []string{"slots", "posting_interviewers", "unstaged_assessments", "rounds", "tracks"} {
			if err := a.tx.Exec("delete from "+table+" where org_id = ? and posting_id = ?",
				a.org.ID, p.ID).Error; err != nil {
				return err
			}
		}
		if err := a.tx.Exec("delete from postings where org_id = ? and id = ?", a.org.ID, p.ID).Error; err != nil {
			return err
		}
		a.note("removed posting %s", p.Key)
	}
	return nil
}

func (a *applier) prunePeople() error {
	var emails []string
	if err := a.tx.Raw("select email from people where org_id = ? order by email",
		a.org.ID).Scan(&emails).Error; err != nil {
		return err
	}
	for _, email := range emails {
		if slices.ContainsFunc(a.setup.Interviewers, func(e models.PersonSetup) bool { return e.Email == email }) {
			continue
		}
		var found int
		if err := a.tx.Raw(`select (select count(*) from interviews where org_id = ? and interviewer_email = ?)
			+ (select count(*) from posting_interviewers where org_id = ?
			and email = ?)`, a.org.ID, email, a.org.ID, email).Scan(&found).Error; err != nil {
			return err
		}
		if found > 0 {
			a.note("kept interviewer %s: they have interviews or are assigned to a posting", email)
			continue
		}
		for _, table := range []string{"calendars", "people"} {
			if err := a.tx.Exec("delete from "+table+" where org_id = ? and email = ?",
				a.org.ID, email).Error; err != nil {
				return err
			}
		}
		a.note("removed interviewer %s", email)
	}
	return nil
}

func (a *applier) pruneAssessments() error {
	for _, key := range sortedKeys(a.assessments) {
		if _, named := a.out.Assessments[key]; named {
			continue
		}
		x := a.assessments[key]
		if _, err := a.remove("assessment", key, "assessments", x.ID, "a step, a posting or a candidate uses it", `(
			select org_id, assessment_id as id from rounds
			union all select org_id, assessment_id from unstaged_assessments
			union all select org_id, assessment_id from candidates
			union all select org_id, '`+x.ID+`' from rounds where assessment_ids like '%"`+x.ID+
			`"%') as uses where org_id = ? and id = ?`); err != nil {
			return err
		}
	}
	return nil
}
