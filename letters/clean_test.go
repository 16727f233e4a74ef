package letters

import (
	netmail "net/mail"
	"testing"
)

func TestMailbox(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "Ann Lee", "Lee, Ann", `Ann "Boss" Lee`, `Ann \ Lee`, `a" <eve@evil.example>, "b`,
		"Zoë Łuk", "=?utf-8?q?x?="} {
		got, err := netmail.ParseAddressList(mailbox(name, "ann@acme.example"))
		want := name
		if name == "=?utf-8?q?x?=" {
			want = "= ?utf-8?q?x?=" // it is no encoded word
		}
		if err != nil || len(got) != 1 || got[0].Address != "ann@acme.example" || got[0].Name != want {
			t.Errorf("%q is read as %v, %v", name, got, err)
		}
	}
}

func TestLink(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"https://meet.example/x": "https://meet.example/x", "http://meet.example": "http://meet.example",
		"": "", "meet.example/x": "", "//meet.example": "", "https:///x": "", "https://a b.example": "",
		"javascript://meet.example/%0aalert(1)": "", "ftp://meet.example/x": "", `https://x.example/"onclick=`: "",
	} {
		if got := link(s); got != want {
			t.Errorf("%q is the link %q, want %q", s, got, want)
		}
	}
}
