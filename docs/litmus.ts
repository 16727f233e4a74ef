// Finds a time and books it, and looks before it sends a booking again (integrators.md, Retries).
// openapi-typescript makes schema.d.ts.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

type Schemas = components["schemas"];
type Wanted = Schemas["BookingRequest"] & { candidate_email: string; scheduled_start_at: string };

/** An answer other than a success. What to do is a question of the status; the message is for people and the log. */
export class Refused extends Error {
  constructor(readonly status: number, said: Schemas["Error"] | undefined) {
    super(`${status}: ${said?.error ?? "no reason was given"} (request ${said?.request_id ?? "unknown"})`);
  }
}

export const connect = (origin: string, key: string) =>
  createClient<paths>({ baseUrl: origin, headers: { Authorization: `Bearer ${key}` } });
export type Litmus = ReturnType<typeof connect>;

/** The first time that somebody is free for the round. Reading it reserves nothing. */
export async function firstFree(litmus: Litmus, posting: string, round: string): Promise<Schemas["Slot"] | undefined> {
  const { data, error, response } = await litmus.GET("/api/v1/postings/{id}/slots", {
    params: { path: { id: posting }, query: { round_id: round } },
  });
  if (!data) throw new Refused(response.status, error);
  return data.slots[0];
}

/** Books, and never twice: after a lost answer or a 5xx it looks whether the booking stands. */
export async function book(litmus: Litmus, wanted: Wanted): Promise<Schemas["Interview"]> {
  for (let attempt = 1; ; attempt++) {
    const sent = await litmus.POST("/api/v1/interviews", { body: wanted }).catch(() => undefined);
    if (sent?.data) {
      for (const w of sent.data.warnings ?? []) console.warn(`${w.code}: ${w.message}`); // it is booked all the same
      return sent.data.interview;
    }
    const status = sent?.response.status ?? 0; // 0: the answer was lost
    if (status > 0 && status < 500 && status !== 429) throw new Refused(status, sent?.error);
    const made = status === 429 ? undefined : await standing(litmus, wanted);
    if (made) return made;
    if (attempt === 4) throw sent ? new Refused(status, sent.error) : new Error("no answer after 4 attempts");
    await pause(Number(sent?.response.headers.get("Retry-After") ?? attempt));
  }
}

/** The booking that was wanted, if it is there. */
async function standing(litmus: Litmus, wanted: Wanted): Promise<Schemas["Interview"] | undefined> {
  const { posting_id, round_id, candidate_email } = wanted;
  const { data, error, response } = await litmus.GET("/api/v1/interviews", {
    params: { query: { posting_id, round_id, candidate_email, include_canceled: false } },
  });
  if (!data) throw new Refused(response.status, error);
  const start = Date.parse(wanted.scheduled_start_at);
  return data.interviews.find((i) => i.scheduled_start_at !== null && Date.parse(i.scheduled_start_at) === start);
}

const pause = (seconds: number) => new Promise((done) => setTimeout(done, seconds * 1000));
