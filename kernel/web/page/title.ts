import type { Entity } from "../../entity.ts";
import { titleOf, type Row } from "../../page-document.ts";
import { currentLanguage } from "../language.ts";
import { meaningNow } from "./lookup.ts";

/** How people call a document, in the reader's language. */
export const titleNow = (entity: Entity, row: Row, keys?: readonly string[]): ReturnType<typeof titleOf> =>
  titleOf(entity, row, currentLanguage(), keys, meaningNow);
