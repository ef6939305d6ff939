import { z } from 'zod';
import { acceptedMembers } from '../accepted-members.ts';
import { acquirerCustomer } from '../acquirer-address.ts';
import type { NewAttempt } from '../port.ts';

function text(most: number) {
  return z.string().trim().min(1).max(most).optional();
}

/** The payer's data in Stripe's format. A member that Stripe would refuse is left out; the others stay. */
const payer = z.object({
  first_name: text(100),
  last_name: text(100),
  email: z.email().max(512).optional(),
  phone: text(20),
  address: z
    .object({
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional(),
      city: text(100),
      street: text(200),
      post_code: text(20),
    })
    .optional(),
});

interface BillingDetails {
  name?: string;
  email?: string;
  phone?: string;
  address?: { country?: string; city?: string; line1?: string; postal_code?: string };
}

/** Returns what is known about the payer. Issuers and 3-D Secure base decisions on it. */
export function billingDetails({ card, customer }: NewAttempt): BillingDetails {
  const { firstName, lastName } = card.reveal();
  const known = acceptedMembers(payer, acquirerCustomer(customer));
  const { country, city, street, post_code: postCode } = known.address ?? {};
  const name = joined(firstName, lastName) ?? joined(known.first_name, known.last_name);
  return {
    ...(name !== undefined && { name }),
    ...(known.email !== undefined && { email: known.email }),
    ...(known.phone !== undefined && { phone: known.phone }),
    ...(known.address !== undefined && {
      address: {
        ...(country !== undefined && { country }),
        ...(city !== undefined && { city }),
        ...(street !== undefined && { line1: street }),
        ...(postCode !== undefined && { postal_code: postCode }),
      },
    }),
  };
}

function joined(...names: (string | undefined)[]): string | undefined {
  const name = names.filter((part) => part !== undefined).join(' ');
  return name === '' ? undefined : name;
}
