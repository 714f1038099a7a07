import { perProduct, type Declared } from "#kernel/declared.ts";
import type { Text } from "#kernel/text.ts";

/** A way to deal with something straight from its e-mail. */
export interface QuickLink {
  readonly label: Text;
  readonly url: string;
}

type Offer = (about: { readonly userId: string; readonly route: string }) => Promise<QuickLink | null>;

const offers = perProduct(() => new Set<Offer>());

/** Another area of a product offers a link of its own in e-mails about its pages. */
export function offersInMail({ declared }: { readonly declared: Declared }, offer: Offer): void {
  offers(declared).add(offer);
}

/** What is offered to this reader about this page; an offer that fails keeps no mail back. */
export async function quickLinks(
  { declared }: { readonly declared: Declared },
  userId: string | null,
  route: string | null,
): Promise<readonly QuickLink[]> {
  if (userId === null || route === null) return [];
  const found = await Promise.all([...offers(declared)].map((offer) => offer({ userId, route }).catch(() => null)));
  return found.filter((quickLink) => quickLink !== null);
}
