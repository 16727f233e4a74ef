package worlds

import (
	"bytes"
	"sync"
)

// Logbook collects the lines of a log.
type Logbook struct {
	mu    sync.Mutex
	all   bytes.Buffer
	angry bytes.Buffer
}

func (l *Logbook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if bytes.Contains(p, []byte(`"level":"ERROR"`)) || bytes.Contains(p, []byte(`"level":"WARN"`)) {
		l.angry.Write(p)
	}
	if l.all.Len() > 1<<20 { // fuzzing goes on for long
		l.all.Reset()
	}
	return l.all.Write(p)
}

func (l *Logbook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.String()
}

// Complaints returns and forgets the lines that a person should look at.
func (l *Logbook) Complaints() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.angry.Reset()
	return l.angry.String()
}
