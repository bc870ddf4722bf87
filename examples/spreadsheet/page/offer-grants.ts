import type { BTCPClient } from '@btcp/client';

/** Lets the user grant and revoke capabilities with the checkboxes of `#grants`. */
export function offerGrants(page: Document, client: BTCPClient): void {
  const boxes = Array.from(page.querySelectorAll<HTMLInputElement>('#grants input'));
  const show = (): void => {
    const granted = new Set(client.capabilities);
    for (const box of boxes) box.checked = granted.has(box.value);
  };
  for (const box of boxes) {
    box.addEventListener('change', () => {
      void (box.checked ? client.grantCapabilities([box.value]) : client.revokeCapabilities([box.value]));
    });
  }
  client.on('capabilitiesChanged', show);
  show();
}
