package candidacy

import (
	"encoding/csv"
	"regexp"
	"slices"
	"strings"

	"litmus/models"
)

// Invitee is somebody in a list of people to invite.
type Invitee struct{ Name, Email string }

// Unread is an entry of a list that names nobody who can be invited.
type Unread struct {
	Text string
	Why  string // a sentence without its stop
}

// ReadInvitees reads a list of people as somebody pastes it: "Mira Chen <mira@x.io>" as in a mail, several in a line,
// or one a line as in a spreadsheet or a CSV file, with the name and the address in either order. The first line may
// name the columns, and then others than these are passed over. What cannot be read so, has no name or is there twice
// is returned with the reason, in the order of the text.
func ReadInvitees(text string) (people []Invitee, unread []Unread) {
	head, first, known := columns{email: -1}, true, map[string]bool{}
	for line := range strings.SplitSeq(strings.TrimPrefix(models.CleanText(text), "\ufeff"), "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if first {
			first = false
			if head = columnsOf(cells(line)); head.email >= 0 {
				continue
			}
		}
		for _, one := range entries(line, head) {
			i, why := one.invitee()
			if why == "" && known[i.Email] {
				why = "They are in the list twice"
			}
			if why != "" {
				unread = append(unread, Unread{one.text, why})
				continue
			}
			known[i.Email] = true
			people = append(people, i)
		}
	}
	return people, unread
}

// entry is what may be somebody in a list.
type entry struct {
	text, name, email string
	unclear           bool // the line has more than a name and an address
}

// invitee is who the entry names, or why it names nobody.
func (e entry) invitee() (i Invitee, why string) {
	email, err := models.ParseEmail("the address", e.email)
	name, tooLong := models.CleanName("the name", e.name)
	switch {
	case e.email == "":
		return i, "There is no email address"
	case e.unclear:
		return i, "There is more than a name and an address; name the columns in the first line, such as Name, Email"
	case err != nil:
		return i, "The address is not an email address such as ann@example.com"
	case tooLong != nil:
		return i, "The name is too long"
	case name == "":
		return i, "There is no name; the letter addresses them by it"
	case strings.Contains(name, "@"):
		return i, "The name has an address in it"
	}
	return Invitee{name, email}, ""
}

// entries are those of a line.
func entries(line string, head columns) (list []entry) {
	if head.email < 0 && mailbox.MatchString(line) {
		return mailboxes(line)
	}
	fields := cells(line)
	if head.email >= 0 {
		return []entry{head.entry(strings.TrimSpace(line), fields)}
	}
	fields = slices.DeleteFunc(fields, func(s string) bool { return s == "" })
	isAddress := func(s string) bool { return strings.Contains(s, "@") }
	at := slices.IndexFunc(fields, isAddress)
	if at < 0 {
		return []entry{{text: strings.TrimSpace(line)}}
	}
	if !slices.ContainsFunc(fields, func(s string) bool { return !isAddress(s) }) { // addresses alone
		for _, f := range fields {
			list = append(list, entry{text: f, email: f})
		}
		return list
	}
	return []entry{{strings.TrimSpace(line), strings.Join(slices.Delete(slices.Clone(fields), at, at+1), " "),
		fields[at], len(fields) > 2}}
}

// mailbox is an address in angle brackets.
var mailbox = regexp.MustCompile(`<([^<>]*@[^<>]*)>`)

// mailboxes are the entries of a line as the head of a mail has it, parted by commas or semicolons.
func mailboxes(line string) (list []entry) {
	const between = ",; \t"
	at := 0
	for _, m := range mailbox.FindAllStringSubmatchIndex(line, -1) {
		list = append(list, entry{text: strings.Trim(line[at:m[1]], between),
			name:  strings.Trim(strings.Trim(line[at:m[0]], between), `"' `),
			email: strings.TrimSpace(line[m[2]:m[3]])})
		at = m[1]
	}
	if rest := strings.Trim(line[at:], between); rest != "" {
		list = append(list, entries(rest, columns{email: -1})...)
	}
	return list
}

// cells are the cells of a line: parted by tabs as they come from a spreadsheet, else by semicolons, else by commas.
func cells(line string) []string {
	r := csv.NewReader(strings.NewReader(line))
	r.LazyQuotes, r.TrimLeadingSpace = true, true
	for _, comma := range "\t;" {
		if strings.ContainsRune(line, comma) {
			r.Comma = comma
			r.TrimLeadingSpace = comma != '\t' // which is a space itself: an empty cell stays one
			break
		}
	}
	fields, err := r.Read()
	if err != nil {
		return []string{line}
	}
	for n := range fields {
		fields[n] = strings.TrimSpace(fields[n])
	}
	return fields
}

// columns says in which cells the address and the parts of the name are; email is -1 for a list that does not say it.
type columns struct {
	email int
	names []int
}

// columnWords are what lists call their columns.
var columnWords = map[string][]string{
	"email": {"email", "e-mail", "mail", "email address", "e-mail address", "candidate email", "address"},
	"whole": {"name", "full name", "candidate", "candidate name"},
	"first": {"first name", "firstname", "given name", "first"},
	"last":  {"last name", "lastname", "family name", "surname", "last"},
}

// columnsOf reads a first line that names the columns.
func columnsOf(fields []string) columns {
	at := func(what string) int {
		for _, word := range columnWords[what] { // a postal address may stand before the email
			for n, s := range fields {
				if strings.ToLower(strings.ReplaceAll(s, "_", " ")) == word {
					return n
				}
			}
		}
		return -1
	}
	c := columns{email: at("email")}
	for _, what := range []string{"first", "last"} {
		if n := at(what); n >= 0 {
			c.names = append(c.names, n)
		}
	}
	if n := at("whole"); n >= 0 {
		c.names = []int{n}
	}
	if len(c.names) == 0 {
		c.email = -1
	}
	return c
}

// entry is that of a line with these columns.
func (c columns) entry(text string, fields []string) entry {
	e := entry{text: text}
	if c.email < len(fields) {
		e.email = fields[c.email]
	}
	var parts []string
	for _, n := range c.names {
		if n < len(fields) && fields[n] != "" {
			parts = append(parts, fields[n])
		}
	}
	e.name = strings.Join(parts, " ")
	return e
}
