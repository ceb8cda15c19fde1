"""Before the game begins: taking seats and the invitations that lead there."""
