package phrases

// German addresses candidates by "Sie".
var German = Language{
	Code: "de",
	Name: "Deutsch",

	Dates: Dates{
		Weekdays:      [7]string{"Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"},
		ShortWeekdays: [7]string{"So", "Mo", "Di", "Mi", "Do", "Fr", "Sa"},
		Months: [12]string{"Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September",
			"Oktober", "November", "Dezember"},
		ShortMonths: [12]string{"Jan", "Feb", "Mär", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez"},
		Day:         "{weekday}, {day}. {month} {year}",
		ShortDay:    "{wd}., {day}. {month} {year}",
		Moment:      "{day}, {clock}",
		OClock:      "Uhr",
		AM:          "AM",
		PM:          "PM",
		From:        "ab {clock}",
		ZoneOf:      "Ortszeit {city}",
		Cities: map[string]string{
			"Africa": "Afrika", "America": "Amerika", "Antarctica": "Antarktis", "Arctic": "Arktis",
			"Argentina": "Argentinien", "Asia": "Asien", "Atlantic": "Atlantik", "Australia": "Australien",
			"Europe": "Europa", "Indian": "Indischer Ozean", "Pacific": "Pazifik", "Addis Ababa": "Addis Abeba",
			"Algiers": "Algier", "Athens": "Athen", "Baghdad": "Bagdad", "Belgrade": "Belgrad", "Brussels": "Brüssel",
			"Bucharest": "Bukarest", "Cairo": "Kairo", "Chisinau": "Chișinău", "Copenhagen": "Kopenhagen",
			"Damascus": "Damaskus", "Djibouti": "Dschibuti", "Havana": "Havanna", "Ho Chi Minh": "Ho-Chi-Minh-Stadt",
			"Hong Kong": "Hongkong", "Khartoum": "Khartum", "Kyiv": "Kiew", "Lisbon": "Lissabon",
			"Luxembourg": "Luxemburg", "Mexico City": "Mexiko-Stadt", "Mogadishu": "Mogadischu", "Moscow": "Moskau",
			"Nicosia": "Nikosia", "Prague": "Prag", "Riyadh": "Riad", "Rome": "Rom", "Sao Paulo": "São Paulo",
			"Singapore": "Singapur", "Tashkent": "Taschkent", "Tbilisi": "Tiflis", "Tehran": "Teheran",
			"Tokyo": "Tokio", "Tripoli": "Tripolis", "Vatican": "Vatikan", "Vienna": "Wien", "Warsaw": "Warschau",
			"Yerevan": "Eriwan", "Zurich": "Zürich",
		},
		Abbreviations: map[string]string{"CET": "MEZ", "CEST": "MESZ", "EET": "OEZ", "EEST": "OESZ", "WET": "WEZ",
			"WEST": "WESZ"},
	},

	Shared: Shared{
		When:      "Termin",
		HowLong:   "Dauer",
		Where:     "Ort",
		With:      "Mit",
		Round:     "Gespräch",
		Exercise:  "Aufgabe",
		Position:  "Stelle",
		OpenUntil: "Gültig bis",
		TimeLimit: "Zeitlimit",

		Join:     "Am Gespräch teilnehmen",
		OpenPage: "Seite Ihres Gesprächs öffnen",
		PickTime: "Termin auswählen",

		OpenEnded:  "etwa {length}, Ende offen",
		AfterStart: "{length} ab dem Start",
		Days:       Plural{One: "{count} Tag", Other: "{count} Tage"},
		Hours:      Plural{One: "{count} Stunde", Other: "{count} Stunden"},
		Minutes:    Plural{One: "{count} Minute", Other: "{count} Minuten"},
		InDays:     Plural{One: "in {count} Tag", Other: "in {count} Tagen"},
		InHours:    Plural{One: "in {count} Stunde", Other: "in {count} Stunden"},
		InMinutes:  Plural{One: "in {count} Minute", Other: "in {count} Minuten"},
		InSeconds:  Plural{One: "in {count} Sekunde", Other: "in {count} Sekunden"},
		Moves:      Plural{One: "noch einmal", Other: "noch {count}-mal"},
		Now:        "jetzt",
		Today:      "heute",
		Tomorrow:   "morgen",
		And:        "und",
	},

	Pages: Pages{
		Unknown: Notice{"Dieser Link funktioniert nicht",
			"Öffnen Sie den Link aus Ihrer neuesten E-Mail vom Recruiting-Team noch einmal: Beim Kopieren gehen " +
				"leicht Teile eines Links verloren. Wenn es dann noch nicht klappt, antworten Sie auf diese E-Mail, " +
				"und Sie erhalten Hilfe."},
		Stale: Notice{"Dieser Link ist nicht mehr aktuell",
			"Ihr Gespräch hat sich geändert, nachdem dieser Link verschickt wurde. Der gültige Link steht in der " +
				"neuesten E-Mail vom Recruiting-Team."},
		Revoked: Notice{"Dieser Link wurde zurückgezogen",
			"Das Recruiting-Team hat ihn ungültig gemacht. Verwenden Sie den Link aus der neuesten E-Mail, oder " +
				"antworten Sie auf diese E-Mail und bitten Sie um einen neuen."},
		Paused: Notice{"Diese Seite ist zurzeit nicht verfügbar",
			"Es ist nichts verloren gegangen. Bitte versuchen Sie es später noch einmal, oder antworten Sie auf die " +
				"neueste E-Mail vom Recruiting-Team, wenn Sie Hilfe brauchen."},
		Canceled: Notice{"Dieses Gespräch wurde abgesagt",
			"Sie müssen nichts weiter tun. Antworten Sie auf die neueste E-Mail vom Recruiting-Team, wenn Sie eine " +
				"Frage haben."},
		Broken: Notice{"Da ist etwas schiefgegangen",
			"Die Seite konnte nicht angezeigt werden. Es ist nichts verloren gegangen; bitte versuchen Sie es in " +
				"einer Minute noch einmal."},
		CrossSite: Notice{"Diese Anfrage kam von einer anderen Website", "Zu Ihrer Sicherheit wurde nichts geändert. " +
			"Öffnen Sie den Link aus Ihrer E-Mail und versuchen Sie es dort noch einmal."},
		TooMany: Notice{"Zu viele Anfragen", "In kurzer Zeit kamen sehr viele Anfragen. Bitte warten Sie ein paar " +
			"Sekunden und laden Sie die Seite neu; es ist nichts verloren gegangen."},
		TooLarge: Notice{"Das ist zu lang", "Was Sie gesendet haben, ist größer, als diese Seite annehmen kann. Es " +
			"wurde nichts gespeichert. Gehen Sie zurück: Vielleicht hat Ihr Browser den Text noch. Kürzen Sie ihn " +
			"dann, oder verlinken Sie den längeren Teil."},
		BadMethod: Notice{"So lässt sich diese Seite nicht verwenden",
			"Öffnen Sie den Link aus Ihrer neuesten E-Mail vom Recruiting-Team."},
		Busy: Notice{"Viele große Formulare auf einmal", "Ihres konnte nicht gelesen werden, und nichts davon wurde " +
			"gespeichert. Gehen Sie zurück: Ihr Text ist noch da. Bitte senden Sie ihn in einer Minute noch einmal."},
		Unreadable: Notice{"Das Formular konnte nicht gelesen werden", "Es wurde nichts geändert. Bitte gehen Sie " +
			"zurück und versuchen Sie es noch einmal."},

		BrokenTyped: Notice{"Da ist etwas schiefgegangen", "Ihr Text wurde möglicherweise nicht gespeichert. Er " +
			"steht unten, damit Sie ihn kopieren können; bitte versuchen Sie es in einer Minute noch einmal."},
		CrossSiteTyped: Notice{"Diese Anfrage kam von einer anderen Website", "Zu Ihrer Sicherheit wurde nichts " +
			"gespeichert. Der gesendete Text steht unten, damit Sie ihn kopieren können. Öffnen Sie den Link aus " +
			"Ihrer E-Mail und versuchen Sie es dort noch einmal."},
		RevokedTyped: Notice{"Dieser Link wurde zurückgezogen", "Das Recruiting-Team hat ihn ungültig gemacht; Ihr " +
			"Text wurde daher nicht gespeichert. Er steht unten, damit Sie ihn kopieren können. Verwenden Sie den " +
			"Link aus der neuesten E-Mail, oder antworten Sie auf diese E-Mail und bitten Sie um einen neuen."},
		PausedTyped: Notice{"Diese Seite ist zurzeit nicht verfügbar", "Ihr Text wurde daher nicht gespeichert. Er " +
			"steht unten, damit Sie ihn kopieren können; bitte versuchen Sie es später noch einmal."},
		TooManyTyped: Notice{"Zu viele Anfragen", "In kurzer Zeit kamen sehr viele Anfragen; Ihr Text wurde daher " +
			"nicht gespeichert. Er steht unten, damit Sie ihn kopieren können; bitte warten Sie ein paar Sekunden " +
			"und versuchen Sie es noch einmal."},
		TooLargeTyped: Notice{"Das ist zu lang", "Was Sie gesendet haben, ist größer, als diese Seite annehmen kann. " +
			"Es wurde nichts gespeichert. Was gelesen werden konnte, steht unten, damit Sie es kopieren können. " +
			"Kürzen Sie Ihren Text, oder verlinken Sie den längeren Teil."},
		UnreadableTyped: Notice{"Das Formular konnte nicht gelesen werden", "Es wurde nichts gespeichert. Was " +
			"gelesen werden konnte, steht unten, damit Sie es kopieren können. Bitte gehen Sie zurück und versuchen " +
			"Sie es noch einmal."},

		PickExpired: Notice{"Diese Einladung ist abgelaufen", "Die Zeit, einen Termin auszuwählen, ist vorbei. Wenn " +
			"Sie weiterhin interessiert sind, antworten Sie auf die E-Mail mit der Einladung: Das Recruiting-Team " +
			"sagt Ihnen, was möglich ist."},
		PickOver: Notice{"Es ist kein Termin mehr zu vereinbaren", "Diesen Schritt haben Sie hinter sich. Antworten " +
			"Sie auf die neueste E-Mail vom Recruiting-Team, wenn Sie etwas anderes erwartet haben."},
		Elsewhere: Notice{"Ihr Gespräch findet auf anderem Weg statt", "Das Recruiting-Team gibt Ihnen für dieses " +
			"Gespräch einen eigenen Link; hier ist kein Termin auszuwählen. Antworten Sie auf die neueste E-Mail vom " +
			"Recruiting-Team, wenn Sie den Link nicht haben."},
		Expired: Notice{"Diese Einladung ist abgelaufen", "Die Zeit, um zu beginnen, ist vorbei. Wenn Sie weiterhin " +
			"interessiert sind, antworten Sie auf die E-Mail mit der Einladung: Das Recruiting-Team sagt Ihnen, was " +
			"möglich ist."},
		Closed: Notice{"Diese Aufgabe ist geschlossen", "Sie können sie nicht mehr bearbeiten. Antworten Sie auf die " +
			"neueste E-Mail vom Recruiting-Team, wenn Sie eine Frage haben."},
		DeadLink: Notice{"Dieser Link kann nicht verwendet werden",
			"Links zu einem Gespräch funktionieren nur einmal, in einem Browser und für begrenzte Zeit. Wenn Sie das " +
				"Gespräch schon begonnen haben, kehren Sie in den Browser zurück, in dem Sie es begonnen haben. " +
				"Sonst bitten Sie die Person, von der Sie den Link haben, um einen neuen."},

		ErrorPrefix: "Bitte prüfen: ",
		WriteTo:     [2]string{"Haben Sie Fragen? Schreiben Sie an ", "."},
		Foot:        "Sie haben diese Seite über einen persönlichen Link geöffnet. Bitte geben Sie ihn nicht weiter.",

		LanguageLabel:   "Sprache",
		HoursLabel:      "Uhrzeit",
		TwelveHours:     "12 Stunden",
		TwentyFourHours: "24 Stunden",

		StartedAt:  "Begonnen",
		LimitEnds:  "Bearbeitungszeit endet",
		HandedInAt: "Abgegeben",

		ZoneLabel:   "Zeitzone",
		ZoneButton:  "Uhrzeiten in dieser Zeitzone zeigen",
		ZoneNote:    "Alle Uhrzeiten: {zone}.",
		ZoneHint:    "Stadt oder Land",
		ZoneNone:    "Keine Zeitzone heißt so. Bitte wählen Sie eine aus der Liste.",
		ZonesNear:   "Vorschläge",
		ZoneUnknown: "Die gewünschte Zeitzone kennen wir nicht. Alle Uhrzeiten: {zone}.",
		TimesIn:     "Uhrzeiten in {place}",
		Starts:      [2]string{"Es beginnt ", "."},
		Ends:        [2]string{"Es endet ", "."},

		Interview: Notice{"Ihr Gespräch mit {organization}", "Hier finden Sie den Termin Ihres Gesprächs und wie Sie " +
			"teilnehmen. Wenn sich etwas ändert, steht der gültige Link in der neuesten E-Mail vom Recruiting-Team."},
		Expected: Notice{"Ihr Gespräch mit {organization}", "Hier finden Sie den Termin Ihres Gesprächs und wie Sie " +
			"teilnehmen."},
		InterviewOver: Notice{"Ihr Gespräch mit {organization} ist vorbei", "Vielen Dank für Ihre Zeit. Das " +
			"Recruiting-Team meldet sich bei Ihnen."},
		Booked: Notice{"Ihr Termin ist gebucht", "{organization} freut sich darauf, Sie kennenzulernen. Alle Angaben " +
			"erhalten Sie auch per E-Mail."},
		Moved: Notice{"Ihr Gespräch hat einen neuen Termin", "{organization} freut sich darauf, Sie kennenzulernen. " +
			"Die aktuellen Angaben erhalten Sie auch per E-Mail."},
		LinkFollows: "Es gibt noch keinen Link zur Teilnahme. Sobald es ihn gibt, erhalten Sie ihn per E-Mail, und " +
			"auf dieser Seite erscheint die Schaltfläche. Wenn Sie am Tag davor noch keinen haben, antworten Sie auf " +
			"die neueste E-Mail vom Recruiting-Team.",
		LinkMissing: "Es gibt keinen Link zur Teilnahme. Bitte antworten Sie auf die neueste E-Mail vom " +
			"Recruiting-Team, damit Sie einen erhalten.",
		Calendar:     "Zum Kalender hinzufügen",
		Change:       "Termin ändern",
		Running:      "Ihr Gespräch hat begonnen. Nehmen Sie teil, sobald Sie bereit sind.",
		HowToPrepare: "So bereiten Sie sich vor",
		NoInterview: "Für Sie ist zurzeit kein Gespräch gebucht. Antworten Sie auf die neueste E-Mail vom " +
			"Recruiting-Team, wenn Sie eines erwartet haben.",
		MayMove: "Wenn Ihnen dieser Termin nicht mehr passt, können Sie ihn {left} verschieben, und zwar bis {time}.",
		MovedOften: "Sie haben dieses Gespräch so oft verschoben, wie es hier möglich ist. Wenn der Termin nicht " +
			"passt, antworten Sie auf die neueste E-Mail vom Recruiting-Team.",
		MovedLate: "Der Beginn ist zu nah, um den Termin hier zu verschieben. Wenn etwas dazwischengekommen ist, " +
			"antworten Sie auf die neueste E-Mail vom Recruiting-Team.",
		MovedByOthers: "Wenn Ihnen dieser Termin nicht passt, antworten Sie auf die neueste E-Mail vom " +
			"Recruiting-Team. Gemeinsam finden Sie einen anderen.",

		Plans: "Wenn etwas dazwischenkommt",
		MoveByLetter: "Der Link dazu steht in der neuesten E-Mail vom Recruiting-Team, denn diese Seite kennen " +
			"vielleicht auch andere.",

		Canceling: Canceling{
			Ask: Notice{"Ihr Gespräch absagen?", "Wenn Sie bestätigen, erfahren es alle Beteiligten sofort durch die " +
				"Kalendereinladung, und der Termin wird für andere frei. Das lässt sich nicht zurücknehmen."},
			Done: Notice{"Ihr Gespräch ist abgesagt", "Alle Beteiligten erfahren es durch die Kalendereinladung, auch " +
				"Sie selbst."},
			Refused: "Dieses Gespräch kann hier nicht abgesagt werden",
			Fixed: "Das Recruiting-Team von {organization} sagt es für Sie ab: Antworten Sie auf die neueste E-Mail und " +
				"schreiben Sie, dass Sie nicht kommen können.",
			TooLate: "Der Beginn ist zu nah. Wenn Sie nicht kommen können, antworten Sie bitte so bald wie möglich auf die " +
				"neueste E-Mail vom Recruiting-Team.",
			Over:         "Es hat begonnen oder ist vorbei.",
			ThenPick:     "Ihre Einladung gilt weiterhin: Sie können einen anderen Termin auswählen, bis {time}.",
			ThenPickOpen: "Ihre Einladung gilt weiterhin: Sie können einen anderen Termin auswählen.",
			ThenTeam: "Ob es einen anderen Termin für Sie gibt, entscheidet {organization}: Antworten Sie auf die neueste " +
				"E-Mail vom Recruiting-Team, wenn Sie einen möchten.",
			ByLetter: "Der Link dafür steht in der E-Mail über die Absage.",
			Until:    "Sie können dieses Gespräch hier bis {time} absagen.",
			Open:     "Gespräch absagen",
			Why:      "Grund (freiwillig)",
			WhyHint: "Das Recruiting-Team und wer das Gespräch mit Ihnen führt, lesen ihn, auch in der Nachricht des " +
				"Kalenders. Höchstens 500 Zeichen.",
			Button: "Gespräch absagen",
			Keep:   "Gespräch behalten",
			Move:   "Stattdessen den Termin ändern",
			Back:   "Zurück zu Ihrem Gespräch",
			WhyLong: "Der Grund hat {count} Zeichen; höchstens 500 sind möglich. Es wurde nichts abgesagt. Kürzen Sie den " +
				"Text und bestätigen Sie noch einmal.",
			MovedSince: "Das Gespräch wurde inzwischen verschoben; es wurde nichts abgesagt. Unten steht der jetzige " +
				"Termin: Bestätigen Sie noch einmal, wenn Sie dann nicht kommen können.",
			BadForm: "Das Formular konnte nicht gelesen werden; es wurde nichts abgesagt. Bitte bestätigen Sie noch einmal.",
		},
		AddTo: "Oder hinzufügen zu",
		AddToNote: "Was Sie selbst hinzufügen, ändert sich nicht mit, wenn sich das Gespräch ändert. Die Einladung in " +
			"Ihrer E-Mail schon.",

		Home: Notice{"Litmus", "Dieser Server vereinbart Gesprächstermine für Recruiting-Teams. Wenn Sie sich " +
			"beworben haben, öffnen Sie den Link aus Ihrer neuesten E-Mail vom Recruiting-Team."},
		HomeLeads: []Lead{
			{"/dashboard", "Dashboard", "für das Recruiting-Team: anmelden"},
			{"/docs", "Referenz", "der REST-Schnittstelle, für Menschen"},
			{"/openapi.json", "OpenAPI-Beschreibung", "derselben, für Programme"},
			{"/healthz", "Health", "sagt, ob der Prozess läuft"},
			{"/readyz", "Readiness", "sagt, ob er arbeiten kann"},
		},

		Pick: Notice{"Wählen Sie einen Termin für Ihr Gespräch", "{organization} möchte Sie kennenlernen. Wählen Sie " +
			"einen Termin; Sie können ihn prüfen, bevor er gebucht wird."},
		PickAnother: Notice{"Wählen Sie einen anderen Termin", "Ihr jetziger Termin gehört Ihnen, bis Sie einen " +
			"anderen ausgewählt und bestätigt haben."},
		NoTimes: Notice{"Noch sind keine Termine frei", "{organization} hat zurzeit keine freien Termine. Es ist " +
			"nichts verloren: Ihre Einladung bleibt gültig, und neue Termine erscheinen auf dieser Seite, sobald es " +
			"welche gibt. Bitte schauen Sie später noch einmal vorbei, oder antworten Sie auf die E-Mail mit der " +
			"Einladung."},
		Review: Notice{"Diesen Termin buchen?", "Bitte prüfen Sie Tag, Uhrzeit und Zeitzone."},
		ReviewMove: Notice{"Ihr Gespräch auf diesen Termin verschieben?", "Bitte prüfen Sie Tag, Uhrzeit und " +
			"Zeitzone. Ihr jetziger Termin entfällt, sobald Sie bestätigen."},

		Month:             "Tage mit freien Terminen",
		PresentTime:       "Ihr jetziger Termin",
		KeepTime:          "Jetzigen Termin behalten",
		OtherDays:         "Andere Tage",
		Earlier:           "Frühere Tage",
		Later:             "Spätere Tage",
		NextDay:           "Nächsten freien Tag zeigen",
		NothingHere:       "An diesen Tagen ist nichts frei.",
		NothingYetAnother: "Zurzeit ist kein anderer Termin frei. Ihr jetziger Termin bleibt, wie er ist.",
		Taken: "Dieser Termin ist nicht mehr frei; es wurde nichts gebucht. Hier sehen Sie, was jetzt " +
			"noch frei ist.",
		NotFree:       "Der gewählte Termin ist nicht mehr frei. Hier sehen Sie, was jetzt noch frei ist.",
		AlreadyBooked: "Sie haben bereits den Termin unten; es wurde nichts gebucht und nichts geändert.",
		BookButton:    "Diesen Termin buchen",
		MoveButton:    "Auf diesen Termin verschieben",
		AnotherTime:   "Anderen Termin auswählen",
		BadForm: "Der gesendete Termin konnte nicht gelesen werden; es wurde nichts gebucht. Bitte wählen Sie unten " +
			"einen aus.",
		Times: Plural{One: "{count} Termin", Other: "{count} Termine"},

		Link: Notice{"Ihr Gespräch mit {organization}", "Dieser Link funktioniert einmal. Wenn Sie auf die " +
			"Schaltfläche drücken, beginnt Ihr Gespräch, und von da an können Sie nur noch mit diesem Browser " +
			"teilnehmen."},
		Session: Notice{"Ihr Gespräch läuft", "Nehmen Sie teil, sobald Sie bereit sind. Bis zum Ende des Gesprächs " +
			"können Sie in diesem Browser auf diese Seite zurückkehren."},
		SessionOver: Notice{"Ihr Gespräch ist vorbei", "Vielen Dank für Ihre Zeit. Das Recruiting-Team meldet sich " +
			"bei Ihnen."},
		StartSession: "Gespräch beginnen",
		OneBrowser:   "Verwenden Sie das Gerät und den Browser, mit denen Sie das Gespräch führen möchten.",

		Assessment: "Nehmen Sie sich Zeit: Es beginnt nichts, bevor Sie auf die Schaltfläche drücken.",
		InProgress: "Sie haben begonnen. Sie können Ihre Antwort als Entwurf speichern, diese Seite schließen und " +
			"über denselben Link zurückkehren.",
		HandedIn: Notice{"Sie haben Ihre Antwort abgegeben", "Vielen Dank. {organization} hat sie erhalten und " +
			"meldet sich bei Ihnen."},

		Instructions: "Anleitung",
		Start:        "Aufgabe beginnen",
		Answer:       "Ihre Antwort",
		AnswerHint:   "Reiner Text, bis zu 100.000 Zeichen.",
		Links:        "Links",
		LinksHint: "Zum Beispiel zu einem Repository oder Dokument. Eine Adresse pro Zeile, höchstens 20, jede " +
			"beginnt mit https:// oder http://.",
		SaveDraft:  "Entwurf speichern",
		Submit:     "Abgeben",
		SubmitNote: "Die nächste Seite zeigt, was Sie abgeben. Abgegeben wird erst, wenn Sie es dort bestätigen.",
		Saved:      "Ihr Entwurf ist gespeichert.",
		SavedAt:    "Entwurf zuletzt gespeichert: {time}.",
		LimitOver: "Die Bearbeitungszeit ist vorbei. Sie können Ihre Antwort noch abgeben; das Recruiting-Team " +
			"sieht, wann Sie sie abgegeben haben.",
		YourAnswer: "Was Sie abgegeben haben",
		TextTooLong: "Ihre Antwort hat {count} Zeichen; höchstens 100.000 sind möglich. Kürzen Sie sie, oder " +
			"verlinken Sie den längeren Teil. Ihr Text steht unten, ist aber noch nicht gespeichert.",
		LinksTooMany: "Höchstens 20 Links sind möglich. Ihr Text steht unten, ist aber noch nicht gespeichert.",
		LinkBad: "Link {count} ist keine Webadresse. Schreiben Sie eine Adresse pro Zeile, die jeweils mit https:// " +
			"oder http:// beginnt. Ihr Text steht unten, ist aber noch nicht gespeichert.",
		LinkTooLong: "Link {count} ist zu lang: Höchstens 2.048 Zeichen sind möglich. Ihr Text steht unten, ist aber " +
			"noch nicht gespeichert.",
		Empty: "Es gibt noch nichts abzugeben. Schreiben Sie eine Antwort oder fügen Sie einen Link hinzu.",
		NotSaved: "Ihr Entwurf wurde nicht gespeichert, weil diese Aufgabe nicht in Bearbeitung ist. Ihr Text steht " +
			"unten, damit Sie ihn kopieren können.",
		NotTaken: "Sie haben Ihre Antwort schon abgegeben, und sie bleibt, wie sie ist. Was Sie jetzt gesendet " +
			"haben, wurde nicht angenommen; es steht unten, damit Sie es kopieren können.",
		NewerDraft: "Sie haben in einem anderen Tab oder auf einem anderen Gerät einen neueren Entwurf gespeichert. " +
			"Was Sie jetzt gesendet haben, wurde daher nicht gespeichert. Es steht unten, damit Sie es kopieren " +
			"können; das Formular darunter enthält den neueren Entwurf.",
		YourTyping: "Ihr Text",
		Restored:   "Ihr früherer Text aus diesem Browser ist wieder da.",
		Unsent: "Zurzeit besteht keine Verbindung; Ihr Entwurf ist daher noch nicht gespeichert. Ihr Text bleibt in " +
			"diesem Browser und wird gespeichert, sobald die Verbindung wieder da ist.",
		Unsubmitted: "Zurzeit besteht keine Verbindung; Ihre Antwort ist daher nicht abgegeben. Ihr Text bleibt in " +
			"diesem Browser. Drücken Sie noch einmal auf die Schaltfläche, sobald die Verbindung wieder da ist.",
		StaleDraft: "In einem anderen Tab oder auf einem anderen Gerät wurde ein neuerer Entwurf gespeichert. Was " +
			"Sie hier schreiben, wird daher nicht gespeichert; es bleibt in diesem Browser. Speichern Sie den " +
			"Entwurf, um beide zu sehen.",
		OtherDraft: "Dieser Browser enthält noch einen Text von Ihnen, der nicht gespeichert wurde, und in einem " +
			"anderen Tab oder auf einem anderen Gerät wurde ein neuerer Entwurf gespeichert. Der Text steht unten, " +
			"damit Sie ihn kopieren können; das Formular darunter enthält den neueren Entwurf.",
		TakeHome: TakeHome{
			Timed: "Nehmen Sie sich Zeit: Die nächste Seite sagt, wann Ihre Zeit enden würde, und es beginnt nichts, " +
				"bevor Sie es dort bestätigen.",
			AskStart: Notice{"Aufgabe beginnen?", "Ihre Zeit beginnt, wenn Sie auf die Schaltfläche drücken. Sie läuft " +
				"weiter, auch wenn Sie die Seite schließen, und lässt sich nicht anhalten."},
			EndsIf: "Endet bei Beginn um {time}",
			Start:  "Jetzt beginnen",
			NotYet: "Noch nicht",
			Left:   [2]string{"Die Bearbeitungszeit endet ", ", am {time}."},
			Afterwards: "Wenn die Bearbeitungszeit vorbei ist, können Sie Ihre Antwort noch abgeben; das Recruiting-Team " +
				"sieht, wann Sie sie abgegeben haben.",
			LookOver: "Prüfen und abgeben",
			AskHandIn: Notice{"Diese Antwort abgeben?", "Das wird {organization} lesen. Es ist als Entwurf gespeichert " +
				"und noch nicht abgegeben. Nach der Abgabe können Sie es nicht mehr ändern."},
			GoOn: "Weiter bearbeiten",
		},
		Files: Files{
			Task: "Dateien zu dieser Aufgabe",
			TaskLater: Plural{One: "{count} Datei, die Sie öffnen können, sobald Sie begonnen haben",
				Other: "{count} Dateien, die Sie öffnen können, sobald Sie begonnen haben"},
			Yours: "Ihre Dateien",
			Label: "Datei auswählen",
			Hint: "Bis zu 10 Dateien, jede höchstens 20 MB groß und alle zusammen 50 MB. Der Entwurf wird mit ihnen " +
				"gespeichert.",
			Handed:   "Dateien",
			Add:      "Diese Datei hinzufügen",
			Added:    "Die Datei ist hinzugefügt und Ihr Entwurf gespeichert.",
			Remove:   "{name} entfernen",
			Removed:  "Die Datei ist entfernt und Ihr Entwurf gespeichert.",
			None:     "Wählen Sie zuerst eine Datei aus, die nicht leer ist.",
			TooLarge: "Diese Datei ist größer als 20 MB und wurde nicht hinzugefügt. Auch ein Link zu ihr ist möglich.",
			TooMany: "Möglich sind höchstens 10 Dateien und zusammen 50 MB; diese wurde nicht hinzugefügt. Entfernen " +
				"Sie zuerst eine, oder packen Sie mehrere in ein Archiv.",
			NoRoom: "Zurzeit ist kein Platz für weitere Dateien; diese wurde nicht hinzugefügt. Fügen Sie einen Link " +
				"zu ihr hinzu, oder schreiben Sie dem Recruiting-Team.",
			Sending: "Die Datei wird gesendet. Bitte bleiben Sie auf dieser Seite, bis sie angekommen ist.",
			CutOff: "Die Datei ist nicht vollständig angekommen und wurde nicht hinzugefügt. Bitte wählen Sie sie " +
				"noch einmal aus.",
			Changed: "Sie haben Ihre Dateien in einem anderen Tab oder auf einem anderen Gerät geändert, deshalb ist " +
				"noch nichts abgegeben. Sehen Sie sich noch einmal an, was es wäre.",
			NotTaken: "Sie haben Ihre Antwort schon abgegeben, und sie bleibt, wie sie ist. Was Sie gerade an Dateien " +
				"geändert haben, wurde nicht übernommen.",
		},
		Accommodation: Accommodation{
			Title: "Brauchen Sie etwas?",
			Label: "Was Ihnen helfen würde",
			Hint: "Dolmetschen, Untertitel, mehr Zeit, ein stufenloser Zugang: was immer Ihnen ermöglicht, Ihr Bestes zu " +
				"zeigen. Nur die Recruiterinnen, Recruiter und Admins des Recruiting-Teams lesen es.",
			SharedHint: "Diese Seite zeigt nicht, was Sie früher gesendet haben, weil ihre Adresse in Kalendern stehen kann, " +
				"die andere lesen. Was Sie schreiben, kommt hinzu.",
			Send:      "Senden",
			Change:    "Änderung speichern",
			Withdraw:  "Zurückziehen",
			Asked:     "Das Recruiting-Team hat dies erhalten: {time}.",
			Settled:   "Das Recruiting-Team hat dies erhalten ({time}) und sagt, dass es geregelt ist.",
			Saved:     "Das Recruiting-Team weiß, was Sie brauchen, und meldet sich bei Ihnen.",
			Added:     "Gesendet. Das Recruiting-Team hat es erhalten und meldet sich bei Ihnen.",
			Withdrawn: "Ihre Angaben sind zurückgezogen und gelöscht.",
			Empty:     "Schreiben Sie zuerst, was Sie brauchen.",
			TooLong:   "Das sind {count} Zeichen; höchstens 2.000 sind möglich. Ihr Text steht unten und ist noch nicht gesendet.",
			Late: "Hier können Sie nicht mehr darum bitten. Ihr Text ist nicht gesendet; kopieren Sie ihn und antworten Sie " +
				"auf die neueste E-Mail vom Recruiting-Team.",
			New: "Ihre Angaben wurden in einem anderen Tab oder auf einem anderen Gerät geändert. Ihr jetziger Text ist " +
				"nicht gespeichert; der neuere lautet: {text}",
		},
		Proposal: Proposal{
			Title:       "Keiner dieser Termine passt mir",
			TitleOfMove: "Einen anderen Termin vorschlagen",
			Hint: "Sagen Sie, wann Sie in den nächsten 60 Tagen könnten: einen Tag und von wann bis wann, " +
				"zum Beispiel 9-12 oder 14-17. Alle Uhrzeiten: {zone}. Das Gespräch dauert {length}. Es ist eine Frage " +
				"an das Recruiting-Team und ändert noch nichts.",
			HintOfAny: "Sagen Sie, wann Sie in den nächsten 60 Tagen könnten: einen Tag und von wann bis wann, " +
				"zum Beispiel 9-12 oder 14-17. Alle Uhrzeiten: {zone}. Es ist eine Frage an das " +
				"Recruiting-Team und ändert noch nichts.",
			Draw:     "Zeichnen Sie ein, wann Sie könnten",
			Drawn:    "da könnten Sie",
			Undrawn:  "nicht eingezeichnet",
			Full:     "Alle sechs Tage haben Zeiten. Nehmen Sie eine weg, bevor Sie eine andere einzeichnen.",
			Row:      "Tag {count}",
			Day:      "Tag",
			Hours:    "Von wann bis wann",
			Example:  "9-12",
			Note:     "Ein Wort an das Recruiting-Team, wenn Sie möchten",
			Send:     "Diese Zeiten vorschlagen",
			Withdraw: "Vorschlag zurückziehen",
			Waits: "Das Recruiting-Team hat die folgenden Zeiten erhalten und noch nicht geantwortet. Neue Vorschläge " +
				"ersetzen sie.",
			WaitsUnseen: "Das Recruiting-Team hat Ihre Vorschläge erhalten und noch nicht geantwortet.",
			Declined: "Keine der vorgeschlagenen Zeiten ist möglich. Bitte wählen Sie einen der freien Termine, oder schlagen " +
				"Sie andere Zeiten vor.",
			DeclinedMove: "Keine der vorgeschlagenen Zeiten ist möglich; Ihr Gespräch bleibt, wie es ist. Sie können andere " +
				"Zeiten vorschlagen.",
			Saved:     "Das Recruiting-Team hat Ihre Vorschläge erhalten und meldet sich bei Ihnen.",
			Withdrawn: "Ihr Vorschlag ist zurückgezogen.",
			Late: "Hier können keine Zeiten mehr vorgeschlagen werden; es wurde nichts gesendet. Ihr Text steht unten. Antworten " +
				"Sie stattdessen auf die neueste E-Mail vom Recruiting-Team.",
			Often: "Sie haben schon zehnmal Zeiten vorgeschlagen; es wurde nichts gesendet. Antworten Sie stattdessen auf die " +
				"neueste E-Mail vom Recruiting-Team.",
			NoteLong: "Ihre Nachricht hat {count} Zeichen; höchstens 500 sind möglich. Es wurde noch nichts gesendet.",
			Nothing:  "Wählen Sie mindestens einen Tag und schreiben Sie, von wann bis wann.",
			BadDate:  "Wählen Sie zu jeder vorgeschlagenen Zeit den Tag. Es wurde noch nichts gesendet.",
			BadHours: "Von wann bis wann ist aus „{typed}“ nicht zu erkennen. Schreiben Sie es so: 9-12, 9:30-11 oder 14-17.",
			Past:     "„{typed}“ ist an diesem Tag schon vorbei. Schlagen Sie eine Zeit vor, die noch kommt.",
			Far:      "Dieser Tag ist zu weit entfernt. Schlagen Sie eine Zeit innerhalb der nächsten 60 Tage vor.",
			Short:    "Das Gespräch passt nicht in {typed}: Es dauert {length}.",
			Many:     "Höchstens sechs Zeiten können vorgeschlagen werden. Lassen Sie einige weg.",
			Overlap:  "{typed} überschneidet sich mit einer anderen Zeit, die Sie an diesem Tag vorschlagen.",
		},
		DropDraft: "Aus diesem Browser entfernen",
	},

	Letters: Letters{
		Voices: map[string]Voice{
			"confirmation": germanConfirmation,
			"briefing":     germanConfirmation,
			"changed_time": {
				Subject:   "Neuer Termin für Ihr Gespräch: {round} mit {organization}, {when}",
				Preheader: "Der neue Termin: {span}.",
				Badge:     "Neuer Termin",
				Heading:   "Ihr Gespräch hat einen neuen Termin",
				Lead: "Ihr Gespräch mit {organization} wurde verschoben. Bitte notieren Sie sich den neuen Termin; " +
					"auch alles andere, was Sie brauchen, steht unten.",
			},
			"changed_interviewer": {
				Subject:   "Neue Gesprächsleitung: {round} mit {organization}, {when}",
				Preheader: "Der Termin bleibt gleich: {span}.",
				Badge:     "Neue Gesprächsleitung",
				Heading:   "Sie sprechen mit {interviewer}",
				Lead:      "{interviewer} führt Ihr Gespräch mit {organization}. Der Termin bleibt gleich.",
			},
			"changed_details": {
				Subject:   "Neue Angaben: {round} mit {organization}, {when}",
				Preheader: "Der Termin bleibt gleich: {span}.",
				Badge:     "Aktualisiert",
				Heading:   "Neue Angaben zu Ihrem Gespräch",
				Lead: "die Angaben zu Ihrem Gespräch mit {organization} haben sich geändert. Der Termin bleibt " +
					"gleich; unten steht alles, wie es jetzt gilt.",
			},
			"reminder": {
				Subject:   "Ihr Gespräch beginnt {relative}: {round} mit {organization}, {when}",
				Preheader: "{span}. Alles, was Sie brauchen, steht in dieser E-Mail.",
				Badge:     "Erinnerung",
				Heading:   "Ihr Gespräch beginnt {relative}",
				Lead: "wir freuen uns darauf, Sie kennenzulernen. Hier ist alles, was Sie für Ihr Gespräch mit " +
					"{organization} brauchen.",
			},
			"cancellation": {
				Subject:   "Gespräch abgesagt: {round} mit {organization}, {when}",
				Preheader: "Geplant war: {span}.",
				Badge:     "Abgesagt",
				Heading:   "Ihr Gespräch ist abgesagt",
				Lead:      "Ihr Gespräch mit {organization} findet nicht statt. Sie müssen nichts weiter tun.",
			},
			"invitation": {
				Subject:   "Ihre Einladung: {round} bei {organization}",
				Preheader: "Gültig bis {span}. Alles, was Sie brauchen, steht in dieser E-Mail.",
				Badge:     "Einladung",
				Heading:   "{organization} lädt Sie zu einer Aufgabe ein",
				Lead: "Sie bearbeiten die Aufgabe online, wann es Ihnen passt. Öffnen Sie sie und lesen Sie, worum " +
					"es geht; es beginnt nichts, bevor Sie auf „Aufgabe beginnen“ drücken. Wenn Sie fertig sind, " +
					"geben Sie Ihre Antwort auf derselben Seite ab.",
			},
			"scheduling_invitation": {
				Subject:   "Wählen Sie einen Termin: {round} mit {organization}",
				Preheader: "Gültig bis {span}. Es dauert eine Minute.",
				Badge:     "Einladung",
				Heading:   "Wählen Sie einen Termin für Ihr Gespräch",
				Lead: "{organization} möchte Sie kennenlernen. Wählen Sie den Termin, der Ihnen am besten passt: Die " +
					"Seite zeigt, was frei ist, in Ihrer Zeitzone. Danach erhalten Sie eine Bestätigung mit allem, " +
					"was Sie sonst noch brauchen.",
			},
			"submission_receipt": {
				Subject:   "Eingegangen: {round} für {organization}",
				Preheader: "Abgegeben am {span}.",
				Badge:     "Eingegangen",
				Heading:   "Ihre Abgabe ist eingegangen",
				Lead: "vielen Dank. {organization} hat Ihre Abgabe und meldet sich bei Ihnen. Sie bleibt, wie sie " +
					"ist, und Sie müssen nichts weiter tun.",
			},
		},
		CanceledOpen: Voice{
			Subject:   "Gespräch abgesagt: {round} mit {organization}, {when}",
			Preheader: "Geplant war: {span}. Sie können einen anderen Termin auswählen.",
			Badge:     "Abgesagt",
			Heading:   "Ihr Gespräch ist abgesagt",
			Lead: "Ihr Gespräch mit {organization} findet nicht statt. Ihre Einladung gilt weiterhin; Sie können " +
				"einen anderen Termin auswählen.",
		},

		Greeting:      "Guten Tag {name},",
		Hello:         "Guten Tag,",
		What:          "Thema",
		Was:           "Bisher",
		Why:           "Grund",
		MovedBy:       "Verlegt von",
		CanceledBy:    "Abgesagt von",
		NoEnd:         "Ihre Einladung hat keine Frist. Alles, was Sie brauchen, steht in dieser E-Mail.",
		ReasonInvited: "Sie erhalten diese E-Mail, weil {organization} Sie eingeladen hat.",

		Received:       "Erhalten",
		AnAnswer:       "eine Antwort",
		SoManyLinks:    Plural{One: "{count} Link", Other: "{count} Links"},
		SoManyFiles:    Plural{One: "{count} Datei", Other: "{count} Dateien"},
		SeeHandedIn:    "Ihre Abgabe ansehen",
		ReasonHandedIn: "Sie erhalten diese E-Mail, weil Sie bei {organization} etwas abgegeben haben.",

		OpenAssessment:   "Ihre Aufgabe öffnen",
		About:            "Über dieses Gespräch",
		ChangeTime:       "Termin ändern, bis {until}",
		PickAnother:      "Anderen Termin auswählen",
		PickAnotherUntil: "Anderen Termin auswählen, bis {until}",

		Prepare:       "So bereiten Sie sich vor",
		PrepareOnPage: "Auf der Seite Ihres Gesprächs steht, wie Sie sich vorbereiten.",
		AddTo:         "Zum Kalender hinzufügen",
		File:          "Datei",

		LinkMissing: "Es gibt keinen Link zur Teilnahme. Bitte antworten Sie auf diese E-Mail, damit das " +
			"Recruiting-Team Ihnen einen schicken kann.",
		LinkComing: "Der Link zur Teilnahme wird gerade erstellt. Er folgt in einer weiteren E-Mail.",
		ToRole: ToRole{
			LinkFollows: "Es gibt noch keinen Link zur Teilnahme. Sobald es ihn gibt, erhalten Sie ihn in einer " +
				"weiteren E-Mail, und auf der Seite Ihres Gesprächs erscheint die Schaltfläche. Wenn Sie am Tag " +
				"davor noch keinen haben, antworten Sie einfach auf diese E-Mail.",
			Help: "Haben Sie Fragen, oder passt Ihnen der Termin nicht mehr? Antworten Sie einfach auf diese E-Mail, " +
				"und {organization} hilft Ihnen.",
			HelpOff: "Haben Sie Fragen? Antworten Sie einfach auf diese E-Mail, und {organization} hilft Ihnen.",
			Reason:  "Sie erhalten diese E-Mail wegen Ihres Gesprächs mit {organization}.",
			Summary: "{round} mit {organization}",
		},
	},
}

var germanConfirmation = Voice{
	Subject:   "Gespräch bestätigt: {round} mit {organization}, {when}",
	Preheader: "{span}. Alles, was Sie brauchen, steht in dieser E-Mail.",
	Badge:     "Bestätigt",
	Heading:   "Ihr Gespräch ist bestätigt",
	Lead: "Ihr Gespräch mit {organization} ist gebucht, und wir freuen uns darauf, Sie kennenzulernen. Hier ist " +
		"alles, was Sie brauchen.",
}
