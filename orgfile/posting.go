package orgfile

import (
	"slices"

	"litmus/models"
	"litmus/models/pipeline"
	"litmus/models/setup"
)

func (f *file) readPosting(v value) setup.Posting {
	o, ok := v.object("key", "kind", "title", "status", "team", "location", "type", "created_at", "archived_at",
		"tracks", "unstaged", "recruiters", "interviewers")
	if !ok {
		return setup.Posting{}
	}
	p := setup.Posting{
		Key:        o.key(f.postings),
		Kind:       o.required("kind", "role or cohort").choice("", "role", "cohort"),
		Title:      o.required("title", "a title").phrase(),
		Status:     o.get("status").choice("open", "open", "closed"),
		Team:       o.get("team").phrase(),
		Location:   o.get("location").phrase(),
		Type:       o.get("type").phrase(),
		CreatedAt:  o.get("created_at").instantOrNil(),
		ArchivedAt: o.get("archived_at").instantOrNil(),
		Tracks:     f.readTracks(o.get("tracks")),
		Unstaged:   o.get("unstaged").references(f.assessments),
		Recruiters: o.get("recruiters").recruiters(f.setup.Organization),
	}
	if o.get("type").absent() && p.Kind == "role" {
		p.Type = "full_time" // a cohort may have no type
	}
	if status := o.get("status"); p.ArchivedAt != nil && status.absent() {
		p.Status = models.StatusClosed
	} else if p.ArchivedAt != nil && p.Status != models.StatusClosed {
		status.problem("the posting is archived, so it is not open; expected closed, or no archived_at")
	}
	people := newIndex("interviewer of a posting")
	for i, item := range o.get("interviewers").items("email") {
		if i == models.MaxPostingInterviewers {
			item.problem("the posting has more than %[1]d interviewers; expected at most %[1]d",
				models.MaxPostingInterviewers)
			break
		}
		p.Interviewers = append(p.Interviewers, readPostingInterviewer(item, people))
	}
	return p
}

// recruiters reads the recruiters of a posting, who are admins or recruiters of the organization, each once.
func (v value) recruiters(org setup.Organization) (all []string) {
	for _, item := range v.addressed() {
		email := item.email()
		switch {
		case email == "" || slices.Contains(all, email):
			continue
		case !slices.Contains(org.Admins, email) && !slices.Contains(org.Recruiters, email):
			item.problem("%s is neither in admins nor in recruiters of the organization; expected an address that is",
				models.Quote(email))
		case len(all) == pipeline.MaxRecruiters:
			item.problem("the posting has more than %[1]d recruiters; expected at most %[1]d", pipeline.MaxRecruiters)
			return all
		}
		all = append(all, email)
	}
	return all
}

// readPostingInterviewer accepts people whom the file does not declare.
func readPostingInterviewer(v value, people *index) setup.PostingInterviewer {
	o, ok := v.object("email", "meeting_link", "slots", "member")
	if !ok {
		return setup.PostingInterviewer{}
	}
	email := o.required("email", "an email address")
	i := setup.PostingInterviewer{
		Email:       email.email(),
		MeetingLink: o.get("meeting_link").link(),
		Slots:       o.get("slots").slots(),
		NoMember:    !o.get("member").boolean(true),
	}
	people.add(i.Email, email)
	return i
}
