package e2e

import (
	"fmt"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-imap"
	imapclient "github.com/emersion/go-imap/client"
)

// Dovecot is a running IMAP server (Debian's package) with one mailbox.
type Dovecot struct {
	URL     string // for LITMUS_IMAP_URL
	address string
}

const dovecotUser, dovecotPassword = "returns", "correct-horse-battery"

// dovecotConfig has the folder of its processes, its log, whom the processes and whom the mail belongs to, and the
// folder of the mail.
const dovecotConfig = `protocols = imap
listen = 127.0.0.1
base_dir = %s
log_path = %s
ssl = no
mail_location = maildir:~/Maildir
first_valid_uid = 1
%spassdb {
  driver = static
  args = password=%s
}
userdb {
  driver = static
  args = uid=%s gid=%s home=%s
}
service imap-login {
  chroot =
  inet_listener imaps {
    port = 0
  }
}
`

// StartDovecot runs a Dovecot on a free loopback port until the test ends; a machine may lack it, CI may not.
func StartDovecot(t testing.TB) *Dovecot {
	t.Helper()
	// Its sockets need a short path, and its users one that they may enter, which the folder of the tests is not.
	dir, err := os.MkdirTemp("/tmp", "dovecot")
	if err != nil {
		t.Fatal(err)
	}
	home, processes, log := filepath.Join(dir, "home"), filepath.Join(dir, "run"), filepath.Join(dir, "log")
	t.Cleanup(func() {
		if said, err := os.ReadFile(log); err == nil && t.Failed() {
			t.Logf("the log of Dovecot ends:\n%s", tail(string(said)))
		}
		_ = os.RemoveAll(dir)
	})
	mail, owner := os.Chmod(dir, 0o755), ""
	if mail == nil {
		mail = os.MkdirAll(home, 0o777)
	}
	me, err := user.Current()
	if err != nil || mail != nil {
		t.Fatal(err, mail)
	}
	uid, gid := me.Uid, me.Gid
	if uid == "0" {
		uid, gid = "65534", "65534" // nobody: mail cannot belong to root
		mail = os.Chmod(home, 0o777)
	} else {
		owner = fmt.Sprintf("default_internal_user = %s\ndefault_login_user = %s\ndefault_internal_group = %s\n",
			me.Username, me.Username, gid)
	}
	config := filepath.Join(dir, "dovecot.conf")
	if mail == nil {
		mail = os.WriteFile(config, fmt.Appendf(nil, dovecotConfig, processes, log, owner, dovecotPassword, uid, gid,
			home), 0o644)
	}
	if mail != nil {
		t.Fatal(mail)
	}
	d := &Dovecot{}
	d.address = startDaemon(t, "dovecot-imapd", "dovecot", "-F", "-c", config, "-o",
		"service/imap-login/inet_listener/imap/port=PORT")
	d.URL = "imap://" + dovecotUser + ":" + dovecotPassword + "@" + d.address
	return d
}

// Deliver puts a message into the mailbox.
func (d *Dovecot) Deliver(t testing.TB, message string) {
	t.Helper()
	c, err := imapclient.Dial(d.address)
	if err == nil {
		defer c.Logout()
		err = c.Login(dovecotUser, dovecotPassword)
	}
	if err == nil {
		err = c.Append("INBOX", nil, time.Time{}, strings.NewReader(strings.ReplaceAll(message, "\n", "\r\n")))
	}
	if err != nil {
		t.Fatalf("deliver to Dovecot: %v", err)
	}
}

// Unread returns how many messages nobody has read.
func (d *Dovecot) Unread(t testing.TB) int {
	t.Helper()
	c, err := imapclient.Dial(d.address)
	if err == nil {
		defer c.Logout()
		err = c.Login(dovecotUser, dovecotPassword)
	}
	if err != nil {
		t.Fatalf("look into Dovecot: %v", err)
	}
	status, err := c.Status("INBOX", []imap.StatusItem{imap.StatusUnseen})
	if err != nil {
		t.Fatalf("look into Dovecot: %v", err)
	}
	return int(status.Unseen)
}
