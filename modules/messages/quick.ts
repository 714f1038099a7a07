import type { Text } from "#kernel/text.ts";

/** A way to deal with something straight from its e-mail. */
export interface QuickLink {
  readonly label: Text;
  readonly url: string;
}

type Offer = (about: { readonly userId: string; readonly route: string }) => Promise<QuickLink | null>;

const offers = new Set<Offer>();

/** Another area offers a link of its own in e-mails about its pages; what comes back takes the offer away again. */
export function offersInMail(offer: Offer): () => void {
  offers.add(offer);
  return () => void offers.delete(offer);
}

/** What is offered to this reader about this page; an offer that fails keeps no mail back. */
export async function quickLinks(userId: string | null, route: string | null): Promise<readonly QuickLink[]> {
  if (userId === null || route === null) return [];
  const found = await Promise.all([...offers].map((offer) => offer({ userId, route }).catch(() => null)));
  return found.filter((one) => one !== null);
}
