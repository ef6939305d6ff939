/**
 * Where an order is in the operators' console; undefined where nobody has said where that is. Asked each time:
 * operators are listened to a moment after the page.
 */
export const consoleOrderUrl = (orderId: string): string | undefined => {
  const consoleUrl = process.env['CONSOLE_URL'];
  return consoleUrl && `${consoleUrl}/orders/${orderId}`;
};
