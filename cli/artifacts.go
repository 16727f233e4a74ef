package cli

import (
	"fmt"
	"os"
	"strings"

	"litmus/models/booking"
	"litmus/orgfile"
)

type artifactsCommand struct {
	Interview string `required:"" placeholder:"ID" help:"Id of the interview."`
	File      string `required:"" placeholder:"ARTIFACTS.yaml" help:"Transcript, recording or notes, as in an organization file."`
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// Run replaces the artifacts that the file has and leaves the others.
func (cmd *artifactsCommand) Run(a *app) error {
	data, err := os.ReadFile(cmd.File)
	if err != nil {
		return err
	}
	parts, err := orgfile.ParseArtifacts(cmd.File, data)
	if err != nil {
		return err
	}
	s, _, err := openStore(a, cmd.Data)
	if err != nil {
		return err
	}
	defer s.Close()
	ref, err := s.Interviews.RefOf(a.ctx, cmd.Interview)
	if err != nil {
		return err
	}
	if err := s.Bookings.PutArtifacts(a.ctx, byOperator, ref, parts); err != nil {
		return err
	}
	if cmd.JSON {
		return printJSON(a.stdout, map[string]any{"interview_id": cmd.Interview, "stored": namesOf(parts)})
	}
	_, err = fmt.Fprintf(a.stdout, "%s of %s stored\n", strings.Join(namesOf(parts), ", "), cmd.Interview)
	return err
}

func namesOf(a booking.Artifacts) (names []string) {
	if a.Transcript != nil {
		names = append(names, "transcript")
	}
	if a.Recording != nil {
		names = append(names, "recording")
	}
	if a.InterviewerNotes != nil {
		names = append(names, "interviewer_notes")
	}
	return names
}
