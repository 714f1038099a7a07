import type { InputNames, InputOf, PageCall } from "../../page-call.ts";
import { call } from "../call.ts";

/** Sends a declared call and answers what it declares. */
export const askCall = async <N extends InputNames, Out>({ service, path }: PageCall<N, Out>, body: InputOf<N>): Promise<Out> =>
  (await call<Out>(`${service}/${path}`, body)).data;
