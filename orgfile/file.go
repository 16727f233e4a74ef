package orgfile

import (
	"litmus/models/setup"
)

// file is the organization file while it is read: the setup so far, and the keys that later entries refer to.
type file struct {
	*reader
	setup       setup.Setup
	assessments *index
	postings    *index
	pools       *index
	modes       map[string]string // delivery mode by assessment key
	postingAt   map[string]int    // position in setup.Postings by key
}

// Parse reads one organization file. It returns what the file declares, with default values filled in and references
// resolved. Lists keep the order of the file, emails are in lower case, instants are in UTC, and the step of an import
// is always TRACK/KEY. name is the file's name in errors. The error is an [*Error].
func Parse(name string, data []byte) (setup.Setup, error) {
	f := &file{
		reader: &reader{file: name}, assessments: newIndex("assessment"), postings: newIndex("posting"),
		pools: newIndex("pool"),
		modes: map[string]string{}, postingAt: map[string]int{},
	}
	if root, ok := f.document(data, "an organization file, which begins with organization:"); ok {
		f.read(root)
	}
	if err := f.err(); err != nil {
		return setup.Setup{}, err
	}
	return f.setup, nil
}

// read reads the sections so that keys come before references to them, whatever their order in the file.
func (f *file) read(root value) {
	o, ok := root.object("organization", "interviewers", "absences", "pools", "assessments", "postings", "imports",
		"submissions")
	if !ok {
		return
	}
	f.setup.Organization = readOrganization(o.required("organization", "a mapping with at least slug and name"))
	people := newIndex("interviewer")
	for _, v := range o.get("interviewers").items("email") {
		f.setup.Interviewers = append(f.setup.Interviewers, readPerson(v, people))
	}
	f.readAbsences(o.get("absences"))
	for _, v := range o.get("pools").items("key") {
		f.setup.Pools = append(f.setup.Pools, f.readPool(v))
	}
	for _, v := range o.get("assessments").items("key") {
		a := f.readAssessment(v)
		f.modes[a.Key] = a.DeliveryMode
		f.setup.Assessments = append(f.setup.Assessments, a)
	}
	for _, v := range o.get("postings").items("key") {
		p := f.readPosting(v)
		if _, ok := f.postingAt[p.Key]; !ok && p.Key != "" {
			f.postingAt[p.Key] = len(f.setup.Postings)
		}
		f.setup.Postings = append(f.setup.Postings, p)
	}
	imports := newIndex("import")
	for _, v := range o.get("imports").items("key") {
		f.setup.Imports = append(f.setup.Imports, f.readImport(v, imports))
	}
	submissions := newIndex("submission")
	for _, v := range o.get("submissions").items("key") {
		f.setup.Submissions = append(f.setup.Submissions, f.readSubmission(v, submissions))
	}
}

// posting returns the posting with this key, the first one if there are two.
func (f *file) posting(key string) (setup.Posting, bool) {
	i, ok := f.postingAt[key]
	if !ok {
		return setup.Posting{}, false
	}
	return f.setup.Postings[i], true
}
