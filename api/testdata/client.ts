// A program of somebody else's: it compiles against the types that openapi-typescript makes of the document, and calls with
// openapi-fetch. Nothing runs it; tools_test.go has it type-checked.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

type Interview = components["schemas"]["Interview"];

const litmus = createClient<paths>({
  baseUrl: "https://hire.acme.example",
  headers: { Authorization: "Bearer litmus_sk_…" },
});

/** Books the first time that is free in the first round that can be booked. */
export async function bookFirst(postingId: string, email: string): Promise<Interview> {
  const pipeline = await litmus.GET("/api/v1/postings/{id}/pipeline", { params: { path: { id: postingId } } });
  if (pipeline.error) throw new Error(pipeline.error.error);
  const step = pipeline.data.tracks.flatMap((t) => t.steps).find((s) => s.type === "assessment" && s.delivery_mode === "sync" && s.bookable);
  if (!step || step.type !== "assessment") throw new Error("nothing to book");
  const minutes: number = step.duration_minutes; // of an assessment step alone

  const slots = await litmus.GET("/api/v1/postings/{id}/slots", { params: { path: { id: postingId }, query: { round_id: step.round_id } } });
  if (slots.error) throw new Error(slots.error.error);
  const first = slots.data.slots[0];
  if (!first) throw new Error(`no ${minutes} minutes are free`);

  const booked = await litmus.POST("/api/v1/interviews", {
    body: { posting_id: postingId, round_id: step.round_id, candidate_email: email, scheduled_start_at: first.start_at, interviewer_email: first.interviewer_emails[0] },
  });
  if (booked.error) throw new Error(`${booked.response.status}: ${booked.error.error} (${booked.error.request_id})`);
  for (const w of booked.data.warnings ?? []) console.warn(w.code, w.message);
  return booked.data.interview;
}

/** All interviews that changed, page after page. */
export async function* changedSince(updated_since: string): AsyncGenerator<Interview> {
  for (let cursor: string | undefined; ; ) {
    const page = await litmus.GET("/api/v1/interviews", { params: { query: { updated_since, include_canceled: true, limit: 100, cursor } } });
    if (page.error) throw new Error(page.error.error);
    yield* page.data.interviews;
    if (page.data.next_cursor === null) return;
    cursor = page.data.next_cursor;
  }
}

/** Everything that can be null has to be looked at. */
export function describe(i: Interview): string {
  const start: string | null = i.scheduled_start_at;
  // @ts-expect-error an unused external link has no start
  const never: string = i.scheduled_start_at;
  switch (i.status) {
    case "scheduled":
    case "completed":
    case "canceled":
    case "pending":
    case "expired":
      return `${i.status} ${start ?? "not yet"} ${never}`;
    default: {
      const exhaustive: never = i.status; // the five are all
      return exhaustive;
    }
  }
}

export async function wrong(): Promise<void> {
  // @ts-expect-error there is no such path
  await litmus.GET("/api/v1/candidates");
  // @ts-expect-error round_id is required
  await litmus.GET("/api/v1/postings/{id}/slots", { params: { path: { id: "post_1" } } });
  // @ts-expect-error it takes an interviewer
  await litmus.PATCH("/api/v1/interviews/{id}", { params: { path: { id: "int_1" } }, body: { scheduled_start_at: "2031-03-03T15:00:00Z" } });
  const { data } = await litmus.POST("/api/v1/invites", { body: { candidate_email: "robin@candidate.example", candidate_name: "Robin Example" } });
  // @ts-expect-error the link is shown for a new invitation only
  console.log(data?.invite_url);
}
